import { startMock } from '../../mock';
import { type Contract, loadContract } from '../../openapi/contract';
import { CHECKS } from '../checks';
import { faults } from '../selftest/faults';
import { lawful } from '../selftest/lawful';
import { startServer } from '../selftest/server/server';
import { shippedContract } from '../testing/contract';
import { optionsFor } from '../testing/options';
import { shelvesDocument } from '../testing/shelves';
import type { RunOptions } from './options';
import { plan } from './plan';
import { run } from './run';

let contract: Contract;
beforeAll(async () => {
  contract = await shippedContract();
});

/** Each case that sent more than it had announced, with both figures. */
async function overspent(options: RunOptions, by = contract): Promise<readonly string[]> {
  const before: number[] = [];
  const events = { onProgress: ({ requests }: { requests: number }) => before.push(requests), onWait: () => {} };
  const { requests } = await run(by, CHECKS, options, events);
  const planned = plan(by, CHECKS, options);
  // What was found is tried again afterwards.
  expect(before.length).toBeGreaterThanOrEqual(planned.length);
  return planned.flatMap(({ check, subject, case: one }, index) => {
    const sent = (before[index + 1] ?? requests) - (before[index] ?? requests);
    return sent > one.cost ? [`${check.id} ${subject.operation.id}, ${one.name}: ${sent} of ${one.cost}`] : [];
  });
}

test('against the mock no case sends more requests than it costs', async () => {
  const mock = await startMock({ planLimits: false });
  const keys = { main: 'demo-business', limit: undefined };
  expect(await overspent(optionsFor(mock.baseUrl, { keys, maxRequests: 2000 }))).toEqual([]);
  await mock.close();
});

test('nor by another contract, but for the first case that has to make the record that others lie below', async () => {
  const document = shelvesDocument();
  const mock = await startMock({ document, planLimits: false });
  const keys = { main: 'demo-business', limit: undefined };
  const options = optionsFor(mock.baseUrl, { keys, maxRequests: 2000 });
  // No case before this one works below a shelf, so it makes the shelf that all later ones work below. A case's cost
  // leaves that out, since no case can know whether it will be the first.
  expect(await overspent(options, await loadContract(document))).toEqual([
    'list.no-duplicates listHooks, the longest page: 2 of 1',
  ]);
  await mock.close();
});

const SERVERS = [...faults, ...lawful].filter(({ name }) =>
  [
    'created records are not kept',
    'the filter is ignored',
    'names are trimmed',
    'reads are remembered by the last digit of the id',
    'every eleventh request is a 500',
    'the allowance is never enforced',
    'one request less than the allowance is served',
    'one key over its limit makes the others invalid',
    'a catalogue of 2,000 in any order',
    'other clients add records',
  ].includes(name),
);

test('there are such servers', () => {
  expect(SERVERS).toHaveLength(10);
});

test.each(SERVERS.map(({ name, behaviour }) => [name, behaviour] as const))(
  'nor against a server where %s',
  async (_, behaviour) => {
    const server = await startServer(behaviour);
    const { main, limit } = server.keys;
    const all = await overspent(optionsFor(server.baseUrl, { keys: { main, limit }, maxRequests: 900 }));
    // What a list does not show is looked for again, in as many requests at the most.
    expect(all.filter((one) => !one.startsWith('created.listed '))).toEqual([]);
    await server.close();
  },
);

test('but for the first cases at a server that refuses the values it might know: a few others are tried', async () => {
  const { behaviour } = lawful.find(({ name }) => name === 'an empty catalogue, where no category is known') ?? {};
  const server = await startServer(behaviour);
  const over = await overspent(
    optionsFor(server.baseUrl, { keys: { ...server.keys, limit: undefined }, maxRequests: 900 }),
  );
  await server.close();
  expect(over).toEqual([
    'created.echoed createPet, a record of known values: 5 of 1',
    'created.readable createPet, a created record: 5 of 2',
    'created.new-id createPet, two records: 6 of 4',
  ]);
});
