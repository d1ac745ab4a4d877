// sample: jest-commonjs
