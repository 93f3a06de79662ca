(function () {
  'use strict';
  document.querySelectorAll('[data-player]').forEach(function (player) {
    var slider = player.querySelector('input');
    var button = player.querySelector('button');
    var output = player.querySelector('output');
    var sheets = player.querySelectorAll('.sheet');
    var columns = Number(player.dataset.columns);
    var rows = Number(player.dataset.rows);
    var step = Number(player.dataset.step);
    var total = player.dataset.total;
    var timer = null;

    function place(cell, cells) {
      return (cells === 1 ? 0 : 100 * cell / (cells - 1)) + '%';
    }

    function show() {
      var k = Number(slider.value);
      var position = place(k % columns, columns) + ' ' + place(Math.floor(k / columns), rows);
      sheets.forEach(function (sheet) { sheet.style.backgroundPosition = position; });
      output.textContent = player.dataset.player + ' ' + (k * step + 1) + ' of ' + total;
      slider.setAttribute('aria-valuetext', output.textContent);
    }

    function pause() {
      clearInterval(timer);
      timer = null;
      button.textContent = 'Play';
    }

    button.addEventListener('click', function () {
      if (timer !== null) {
        pause();
        return;
      }
      button.textContent = 'Pause';
      timer = setInterval(function () {
        slider.value = slider.value === slider.max ? 0 : Number(slider.value) + 1;
        show();
      }, 80);
    });
    slider.addEventListener('input', function () { pause(); show(); });
    show();
  });
}());
