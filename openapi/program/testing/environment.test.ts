import { createRequire } from 'node:module';
import * as failure from '../failure';

test('modules of the product are those that Node has loaded, for all test files', () => {
  expect(createRequire(__filename)('../failure.ts')).toBe(failure);
});

test('a file that replaces modules says so at its top', () => {
  expect(() => jest.doMock('../failure', () => ({}))).toThrow('begin the file with /** @modules own');
});
