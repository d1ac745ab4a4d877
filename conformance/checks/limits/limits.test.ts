import { headers, meter, rowOf } from '../../../tools/selftest/server/allowance';
import { keys } from '../../../tools/selftest/server/input';
import type { Behaviour } from '../../../tools/selftest/server/model';
import type { RunEvents, RunOptions } from '../../run/plan/options';
import { judged } from '../../testing/judged';

/** Has the limits of a server tried, and tells what was found, and what could not be judged and why. */
async function tried(behaviour: Behaviour, more: Partial<RunOptions> = {}, onWait?: RunEvents['onWait']) {
  const { result } = await judged(behaviour, { checks: ['limits'], keys, ...more }, onWait);
  return {
    found: result.findings.map(({ check, expected, actual }) => ({ check, expected, actual })),
    reasons: result.cells.flatMap(({ check, reasons }) => reasons.map((reason) => `${check}: ${reason}`)),
    requests: result.requests,
  };
}

const TO_THE_RESET = /^a Retry-After of the time that X-RateLimit-Reset names, [56]\d s after the server's Date$/;

test('the allowance, and what is refused over it, takes few requests more than the allowance has', async () => {
  const { found, reasons, requests } = await tried({});
  expect([found, reasons]).toEqual([[], []]);
  // A probe, and what the create that is refused is compared with, are in it.
  expect(requests).toBeLessThanOrEqual(60 + 16);
});

test('of a Retry-After and a reset that disagree the one is named that is wrong', async () => {
  const { found } = await tried({ retryAfter: () => '7200' });
  expect(found).toEqual([
    {
      check: 'limits.retry-after-agrees',
      expected: expect.stringMatching(TO_THE_RESET),
      actual: "Retry-After: 7200, 7200 s after the server's Date",
    },
  ]);
  const late = await tried({
    headers: (allowance, { status }) =>
      headers(status === 429 ? { ...allowance, resetAt: allowance.resetAt + 36_000_000 } : allowance),
  });
  expect(late.found).toEqual([
    {
      check: 'limits.retry-after-agrees',
      expected: expect.stringMatching(
        /^X-RateLimit-Reset: \d+, [56]\d s after the server's Date, as Retry-After: \d+ has it$/,
      ),
      actual: expect.stringMatching(/^X-RateLimit-Reset: \d+, 360[56]\d s after the server's Date$/),
    },
  ]);
});

test('a limit key that others use, too, is used up when its headers say so', async () => {
  const { found, reasons } = await tried({
    meter: (asked) => {
      const row = rowOf(asked);
      if (asked.key === 'limit' && row.minute.used > 20 && row.minute.used < 40) row.minute.used += 7;
      return meter(asked);
    },
    planOf: (key) => ({ minute: key === 'limit' ? 53 : 1000, day: 10_000 }),
  });
  expect([found, reasons]).toEqual([[], []]);
});

test('where others have used it up in between nothing is said', async () => {
  const { found, reasons } = await tried({
    meter: (asked) => {
      const row = rowOf(asked);
      if (asked.key === 'limit' && row.minute.used === 30) row.minute.used = 60;
      return meter(asked);
    },
  });
  expect(found).toEqual([]);
  expect(reasons).toEqual([
    'limits.enforced: others use the limit key, too: more was gone of its allowance than was sent',
  ]);
});

test('after the time that the last 429 tells the key is served again, and the run ends', async () => {
  // The window lasts until the run waits, however slow the machine is.
  let clock = Date.now();
  let waits = 0;
  const { found, reasons } = await tried(
    { now: () => clock, minuteBegan: (now, { opened }) => (opened === 0 ? now - 59_000 : now) },
    { waitForReset: true },
    (until) => {
      clock += until - Date.now();
      waits += 1;
    },
  );
  expect([found, reasons, waits]).toEqual([[], [], 1]);
});

test('a ban that lasts longer than the run may is not waited for', async () => {
  const { found, reasons } = await tried(
    { retryAfter: ({ resetAt }) => new Date(resetAt).toUTCString() },
    {
      waitForReset: true,
      maxTimeMs: 10_000,
    },
  );
  expect(found).toEqual([]);
  expect(reasons).toEqual(['limits.service-resumes: the reset of the limit key lasts longer than --max-time allows']);
});

test('a server that never refuses, and whose window begins anew now and then, takes no whole budget', async () => {
  let used = 0;
  const { reasons, requests } = await tried({
    meter: () => {
      used += 1;
      const resetAt = 2e12 + 60_000 * Math.floor(used / 20);
      return { limit: 60, remaining: 59 - (used % 20), resetAt, refused: false };
    },
  });
  expect(reasons).toContainEqual(expect.stringMatching(/^limits\.enforced: \d+ requests were served and none refused/));
  expect(requests).toBeLessThan(220);
});
