import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { once, parseJson } from '../../openapi/contract';
import { faults } from '../../tools/selftest/faults';
import type { Behaviour } from '../../tools/selftest/server/model';
import { judged } from '../testing/judged';
import { jsonReport } from './json';
import { textReport } from './text';

const SCHEMA = JSON.parse(readFileSync(join(__dirname, '../report.schema.json'), 'utf8')) as object;
const ajv = new Ajv2020({ allErrors: true, strict: true, strictRequired: true });
addFormats(ajv);
const validate = ajv.compile(SCHEMA);

const faulty = (name: string) => faults.find((fault) => fault.name === name)?.behaviour ?? fail(name);
const fail = (name: string): never => {
  throw new Error(`There is no fault "${name}".`);
};

const FRACTION = 'id with a fraction';
/** Of a server with that fault, judged once for all tests. */
const fraction = once(() => judged(faulty(FRACTION), { maxRequests: 200 }));

describe('a report fits its schema:', () => {
  test('of a conforming server', async () => {
    const report = JSON.parse(jsonReport(await judged({}, { checks: ['created', 'credentials', 'input', 'list'] })));
    expect(validate(report) ? [] : validate.errors).toEqual([]);
    expect(report).toMatchObject({ verdict: 'pass', violations: [], warnings: [], inconclusive: [], seed: 1 });
    expect(report.created.length).toBeGreaterThan(0);
    expect(report.coverage.operations).toContainEqual(
      expect.objectContaining({ operation: 'listPets', parameters: ['limit', 'status'] }),
    );
    const created = report.coverage.operations.find((one: { operation: string }) => one.operation === 'createPet');
    expect(created.replies.map(({ status, seen }: { status: string; seen: number }) => [status, seen > 0])).toEqual([
      ['201', true],
      ['400', true],
      ['401', true],
      ['429', false],
      ['default', false],
    ]);
    const name = created.inputs.find((one: { name: string }) => one.name === 'name');
    expect(name).toMatchObject({ in: 'body', kept: expect.any(Number), broken: expect.any(Number) });
    expect(Math.min(name.kept, name.broken)).toBeGreaterThan(3);
  });

  test.each([FRACTION, 'the filter is ignored', 'a refused body with 202'])(
    'of a server with the fault: %s',
    async (name) => {
      const report = JSON.parse(
        jsonReport(await (name === FRACTION ? fraction() : judged(faulty(name), { maxRequests: 60 }))),
      );
      expect(validate(report) ? [] : validate.errors).toEqual([]);
      expect(report.verdict).toBe('fail');
      expect(report.violations.length).toBeGreaterThan(0);
    },
  );

  test('of a server that hangs up: the failure stands in the place of the reply', async () => {
    const closed: Behaviour = { send: (response) => void response.destroy() };
    const report = JSON.parse(jsonReport(await judged(closed, { maxRequests: 60 })));
    expect(validate(report) ? [] : validate.errors).toEqual([]);
    expect(report.violations[0]).toMatchObject({
      check: 'reply.arrives',
      exchanges: [{ failure: expect.stringContaining('closed') }],
    });
    expect(report.violations[0].exchanges[0]).not.toHaveProperty('response');
  });

  test('of a small budget: what was left out is inconclusive', async () => {
    const report = JSON.parse(jsonReport(await judged({}, { maxRequests: 5 })));
    expect(validate(report) ? [] : validate.errors).toEqual([]);
    expect(report).toMatchObject({ verdict: 'inconclusive', requests: 5 });
    expect(report.inconclusive.length).toBeGreaterThan(0);
  });
});

test('the schema is strict, and says of everything what it is', () => {
  const parts: [string, { description?: string; type?: string; additionalProperties?: unknown }][] = [];
  const collect = (place: string, schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { properties = {}, items, $ref, ...own } = schema as { properties?: object; items?: unknown; $ref?: string };
    if ($ref === undefined) parts.push([place, own]);
    for (const [name, part] of Object.entries(properties)) collect(`${place}/${name}`, part);
    if (items !== undefined) collect(`${place}/*`, items);
  };
  const { $defs, ...root } = SCHEMA as { $defs: object };
  collect('', root);
  for (const [name, part] of Object.entries($defs)) collect(name, part);
  expect(parts.length).toBeGreaterThan(40);
  expect(parts.filter(([, { description }]) => description === undefined)).toEqual([]);
  expect(
    parts.filter(([, { type, additionalProperties }]) => type === 'object' && additionalProperties === undefined),
  ).toEqual([]);
  expect(validate({ surprise: 1 })).toBe(false);
});

test('an id of 64 bits keeps its digits', async () => {
  const context = await judged({ assignId: ({ made }) => 9007199254740993n + BigInt(made) }, { maxRequests: 40 });
  const text = jsonReport(context);
  expect(parseJson(text)).toMatchObject({
    created: expect.arrayContaining([expect.objectContaining({ resource: 'pets', id: 9007199254740993n })]),
  });
});

test('a secret that is a number breaks no number', async () => {
  const context = await judged({}, { checks: ['list'] });
  const report = jsonReport({ ...context, redact: (text) => text.replaceAll('1', '***') });
  expect(JSON.parse(report)).toMatchObject({ seed: 1, milliseconds: expect.any(Number) });
});

test('values of megabytes that a server has given are cut', async () => {
  const context = await fraction();
  const [finding, ...others] = context.result.findings;
  const long = 'é'.repeat(2 ** 18);
  const target = `/${encodeURI(long)}`;
  const sent = finding?.exchanges.map((exchange) => ({
    ...exchange,
    request: { ...exchange.request, target, body: long },
  }));
  const findings = finding === undefined || sent === undefined ? [] : [{ ...finding, exchanges: sent }, ...others];
  const whole = { ...context, result: { ...context.result, findings } };
  const report = jsonReport(whole);
  const [{ exchanges }] = JSON.parse(report).violations;
  expect(exchanges[0].request.body).toBe(`${'é'.repeat(1000)}… (cut: ${long.length} characters)`);
  expect(exchanges[0].curl).toMatch(/# the address is cut: .*; the body is cut: /);
  expect(report.length).toBeLessThan(1e5);
  expect(textReport(whole, false).length).toBeLessThan(1e5);
});
