import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { toFile } from './log';

const folder = mkdtempSync(join(tmpdir(), 'sink-'));
const file = join(folder, 'log');
afterAll(() => rmSync(folder, { recursive: true }));

test('a file gets every text, in their order, also those that come while one is written', async () => {
  const fd = openSync(file, 'w');
  const sink = toFile(fd);
  const texts = Array.from({ length: 1000 }, (_, nth) => `é ${nth}\n`);
  const told: number[] = [];
  for (const [nth, text] of texts.entries()) sink.write(text, () => told.push(nth));
  expect([readFileSync(file, 'utf8').length < 10, sink.waiting()]).toEqual([true, texts.join('').length]);
  await new Promise<void>((resolve) => sink.write('', () => sink.write('end\n', () => resolve())));
  closeSync(fd);
  expect(readFileSync(file, 'utf8')).toBe(`${texts.join('')}end\n`);
  expect(told).toEqual([...texts.keys()]);
  expect(sink.waiting()).toBe(0);
});

test('whoever writes a text to a file that takes none is told why, and may try again', async () => {
  const fd = openSync(file, 'r');
  const sink = toFile(fd);
  const write = () => new Promise((resolve) => sink.write('text', resolve));
  const codes = await Promise.all([write(), write(), write()]);
  expect(codes).toEqual(codes.map(() => expect.objectContaining({ code: 'EBADF' })));
  expect(await write()).toMatchObject({ code: 'EBADF' });
  expect(sink.waiting()).toBe(0);
  closeSync(fd);
});
