import { PassThrough } from 'node:stream';
import { createProgress } from './progress';

/** A progress on an output, with a clock that the test sets. */
function watched({ isTTY, isShown = true }: { readonly isTTY: boolean; readonly isShown?: boolean }) {
  const out = Object.assign(new PassThrough(), { isTTY });
  const ticks = new Set<() => void>();
  let time = 1_000_000;
  const progress = createProgress(out, {
    isShown,
    most: 600,
    now: () => time,
    every(milliseconds, tick) {
      expect(milliseconds).toBe(5000);
      ticks.add(tick);
      return () => ticks.delete(tick);
    },
  });
  return {
    progress,
    running: () => ticks.size,
    pass(milliseconds: number) {
      time += milliseconds;
      for (const tick of ticks) tick();
    },
    written: () => String(out.read() ?? ''),
  };
}

const at = (check: string, requests: number, findings: number) => ({ check, requests, findings });

test('a log has a line every five seconds, and none once the run has ended', () => {
  const { progress, pass, written, running } = watched({ isTTY: false });
  progress.onProgress(at('list.page-size', 12, 0));
  expect(written()).toBe('');
  pass(5000);
  progress.onProgress(at('list.page-size', 200, 1));
  progress.onProgress(at('list.filter', 340, 3));
  pass(7400);
  expect(written()).toBe(
    '5 s: 12 of at most 600 requests, 0 findings, now list.page-size\n' +
      '12 s: 340 of at most 600 requests, 3 findings, now list.filter\n',
  );
  progress.end();
  expect([running(), written()]).toEqual([0, '']);
});

test('a log has nothing of a run that has not begun, and a line for each wait', () => {
  const { progress, pass, written } = watched({ isTTY: false });
  pass(5000);
  expect(written()).toBe('');
  progress.onWait(0, 'the reset\u001b[2J');
  expect(written()).toMatch(/^waiting until 00:00:00 UTC for the reset\\u\{1b\}\[2J\n$/);
});

test('a terminal has one line, drawn ten times a second at the most, which is removed at the end', () => {
  const { progress, pass, written, running } = watched({ isTTY: true });
  progress.onProgress(at('a.b', 1, 0));
  progress.onProgress(at('a.b', 2, 0));
  pass(100);
  progress.onProgress(at('a.c', 3, 1));
  progress.end();
  expect(written()).toBe('\r\u001b[Ka.b · 1 requests · 0 findings\r\u001b[Ka.c · 3 requests · 1 findings\r\u001b[K');
  expect(running()).toBe(0);
});

test('nothing is written where it is not shown', () => {
  const { progress, pass, written, running } = watched({ isTTY: false, isShown: false });
  progress.onProgress(at('a.b', 1, 0));
  pass(5000);
  progress.onWait(0, 'x');
  progress.end();
  expect([running(), written()]).toEqual([0, '']);
});
