% Makes octave.mat and octave6.mat beside this script: octave make_golden.m (GNU Octave 7.3.0 made those kept here).
% The arrays are those of make_golden.py.
real = reshape (0:11, 4, 3)' + 0.5;
bytes = uint8 (real - 0.5);
sparse_one = sparse ([1 3 3 3], [2 1 1 4], [1.5 0.5 1.5 3], 3, 4);
clip = zeros (2, 5, 3, "uint8");
for t = 0:2
  for y = 0:1
    for x = 0:4
      clip(y+1, x+1, t+1) = 100*t + 10*y + x;
    end
  end
end
save -v7 octave.mat real bytes sparse_one clip
save -v6 octave6.mat real bytes sparse_one clip
