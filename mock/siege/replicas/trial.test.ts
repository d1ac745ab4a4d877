import { loadContract, SHIPPED_DOCUMENT } from '../../../openapi/contract';
import { startCommand } from '../../testing/command';
import { writeFile } from '../../testing/edited';
import { killReplicas } from './killing';
import { type Outcome, type TrialOptions, tryReplicas } from './trial';

const KEY = { name: 'one', value: 'key-of-the-trial' };
const keys = writeFile(
  'json',
  JSON.stringify([{ ...KEY, key: KEY.value, value: undefined, plan: 'Free', allowances: { minute: 1e9 } }]),
);

/** With mocks that share nothing: each keeps its records in its own memory. */
async function tryApart(options: Pick<TrialOptions, 'replicas' | 'meanwhile' | 'allowance'>): Promise<Outcome> {
  return tryReplicas({
    ...{ controlPrefix: '/__admin', key: KEY, token: 'none', seed: 1, clients: 3 },
    contract: await loadContract(SHIPPED_DOCUMENT),
    async launch() {
      const mock = await startCommand(['--keys', keys, '--fixtures', 'none', '--ban-after', '0']);
      const { hostname, port } = new URL(mock.baseUrl);
      return { host: hostname, port: Number(port), kill: async () => void (await mock.stop('SIGKILL')) };
    },
    ...options,
  });
}

test('a trial finds no fault with one mock, and says what was done', async () => {
  let went = 0;
  const { complaints, summary } = await tryApart({
    replicas: 1,
    allowance: 5,
    async meanwhile({ served }) {
      while (went < 40) {
        await served();
        went += 1;
      }
    },
  });
  expect(complaints).toEqual([]);
  expect(summary).toMatch(/^\d+ changes acknowledged, \d+ records there; (\d+) to \1 requests .* of 5 .*; seed 1$/);
});

test('mocks that share nothing are found out, and what a killed one takes with it', async () => {
  const { complaints } = await tryApart({
    replicas: 2,
    allowance: 1000,
    meanwhile: (happening) => killReplicas(happening, 1),
  });
  expect(complaints.join('\n')).toMatch(/the id \d+ was given to c\d-\d+ and to c\d-\d+/);
  expect(complaints.join('\n')).toMatch(/was answered 40[14]|is not there, though/);
});
