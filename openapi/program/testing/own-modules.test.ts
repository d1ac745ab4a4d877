/** @modules own: it replaces one of them. */

import { nearest } from '../nearest';

jest.mock('../nearest', () => ({ nearest: () => 'replaced' }));

test('a file that says so has modules of its own, and may replace some', () => {
  expect(nearest('any', [])).toBe('replaced');
});
