import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020';
import express from 'express';
import fc from 'fast-check';
import request from 'supertest';
import { arbitraryOf } from '../../conformance/arbitraries/schema';
import { createMatchers } from '../../conformance/matchers';
import { createMock } from '../../mock';
import { prismJudge } from '../../mock/testing/prism';
import { loadContract } from '../contract';
import { fits, newJudges } from '../contract/schema/validators';
import { contractOf, withFiles } from '../contract/testing/documents';
import { packageFile } from '../package/package-file';
import { SOURCES } from './testing/sources';

/** The packages that this project was asked to stand on, and the code outside of tests that does. */
const IN_THE_PRODUCT: readonly (readonly [name: string, user: string])[] = [
  ['@apidevtools/swagger-parser', 'openapi/contract/document'],
  ['ajv', 'openapi/contract/schema'],
  ['ajv-formats', 'openapi/contract/schema'],
  ['express', 'mock/server'],
  ['fast-check', 'conformance'],
];
/** Those that judge it from outside. */
const IN_TESTS = ['@stoplight/prism-cli', 'supertest', 'jest'];

const KEY = { authorization: 'Bearer demo-business' };
const info = { title: 'Things', version: '1' };

describe('the project stands on', () => {
  test.each(IN_THE_PRODUCT)('%s, which %s imports', (name, folder) => {
    const users = SOURCES.filter(({ path, text }) => path.startsWith(`${folder}/`) && text.includes(`'${name}`));
    const imported = users.flatMap(({ packages }) => packages);
    expect(imported.filter((one) => one === name || one.startsWith(`${name}/`))).not.toEqual([]);
  });

  test('packages of one version each', () => {
    // npm has read the same file.
    const { devDependencies } = JSON.parse(readFileSync(packageFile('package.json'), 'utf8')) as {
      readonly devDependencies: Readonly<Record<string, string>>;
    };
    for (const name of [...IN_THE_PRODUCT.map(([one]) => one), ...IN_TESTS])
      expect([name, devDependencies[name]]).toEqual([name, expect.stringMatching(/^\d+\.\d+\.\d+$/)]);
  });
});

describe('swagger-parser', () => {
  // The class is what the package exports.
  const { prototype } = require('@apidevtools/swagger-parser') as {
    readonly prototype: Record<'resolve' | 'validate', () => unknown>;
  };
  const resolve = jest.spyOn(prototype, 'resolve');
  const validate = jest.spyOn(prototype, 'validate');
  afterAll(() => jest.restoreAllMocks());

  test('reads the files that references lead to, and validates the document', async () => {
    const parameters = [{ name: 'a', in: 'query', schema: { $ref: './b.yaml#/B' } }];
    const paths = { '/a': { get: { parameters, responses: { default: { description: '' } }, sumary: '' } } };
    const files = { 'a.yaml': JSON.stringify({ openapi: '3.0.3', info, paths }), 'b.yaml': 'B: { type: integer }' };
    const { operations, warnings } = await withFiles(files, (folder) => loadContract(join(folder, 'a.yaml')));
    expect(operations[0]?.parameters[0]?.schema).toEqual({ type: 'integer' });
    expect(warnings.map(({ problem }) => problem)).toEqual(['"sumary" is not a field that OpenAPI has here.']);
    expect(resolve).toHaveBeenCalled();
    expect(validate).toHaveBeenCalled();
  });

  test('is left out where the build has validated a document, which starts without it', async () => {
    validate.mockClear();
    await contractOf(readFileSync(packageFile('openapi/animal-store.yaml'), 'utf8'));
    expect(validate).not.toHaveBeenCalled();
  });
});

test('ajv judges by schemas, and ajv-formats by their formats', () => {
  const compile = jest.spyOn(Ajv2020.prototype, 'compile');
  const { validate } = newJudges().request({ type: 'object', properties: { at: { type: 'string', format: 'ipv6' } } });
  expect([validate({ at: '::1' }), validate({ at: '1.2.3.4' })]).toEqual([
    undefined,
    expect.objectContaining({ keyword: 'format' }),
  ]);
  expect(compile).toHaveBeenCalled();
  compile.mockRestore();
});

test('fast-check generates values of schemas', () => {
  const schema = { type: 'object', required: ['a'], properties: { a: { type: 'integer', minimum: 3 } } } as const;
  const values = arbitraryOf(schema);
  expect(values).toBeInstanceOf(fc.Arbitrary);
  fc.assert(fc.property(values, (value) => fits(schema, 'request', value)));
});

describe('a foreign Express app that has the mock in it', () => {
  const mounted = async () => {
    const mock = await createMock();
    const app = express()
      .get('/ours', (_, response) => void response.send('ours'))
      .use(mock.app);
    return { mock, client: request(app) };
  };

  test('is asked by supertest, and Prism has nothing against the replies', async () => {
    const { client } = await mounted();
    const judge = await prismJudge();
    expect((await client.get('/ours')).text).toBe('ours');
    const { status, headers, text } = await client.get('/v1/pets?limit=2').set(KEY);
    const exchange = { method: 'GET', path: '/pets', status, headers, text };
    expect(status).toBe(200);
    expect(judge(exchange)).toEqual([]);
    expect(judge({ ...exchange, text: text.replace('"id"', '"di"') })).not.toEqual([]);
  });

  test("is judged by Jest's expect, too", async () => {
    const { client } = await mounted();
    expect.extend(createMatchers());
    const reply = await client.get('/v1/pets?limit=2').set(KEY);
    const judged = expect(reply) as unknown as {
      toConform(): Promise<void>;
      readonly not: { toConform(): Promise<void> };
    };
    await judged.toConform();
    reply.text = reply.text.replace('"id"', '"di"');
    await judged.not.toConform();
  });
});
