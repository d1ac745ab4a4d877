/** A step of the build: writes `openapi/types/animal-store.ts`, what types know of the shipped contract and its demo keys. */
import { readFileSync, writeFileSync } from 'node:fs';
import { schemaTypes } from '../package/build/schema-types';
import { packageFile } from '../package/package-file';
import { type Contract, loadContract, SHIPPED_DOCUMENT } from './index';

const API_TYPES = packageFile('openapi/types/animal-store.ts');

/** What of a keys file counts here. */
interface Key {
  readonly name: string;
  readonly revoked?: boolean;
  readonly allowances?: object;
}

const oneOf = (names: readonly string[], description: string) => ({
  type: 'string',
  enum: [...new Set(names)],
  description,
});

/** An object that has all of these. */
const objectOf = (properties: object) => ({ type: 'object', required: Object.keys(properties), properties });

/** `Api` for this contract, as a schema. */
function schemaOf({ operations, plans, resources }: Contract, keys: readonly Key[]): unknown {
  const revoked = keys.filter((key) => key.revoked === true);
  const ofPlans = plans.flatMap(({ allowances }) => (allowances === 'custom' ? [] : allowances));
  const windows = [
    ...ofPlans.map(({ window }) => window),
    ...keys.flatMap(({ allowances = {} }) => Object.keys(allowances)),
  ];
  return objectOf({
    keys: oneOf(
      keys.map(({ name }) => name),
      'The demo keys.',
    ),
    revokedKeys: oneOf(
      revoked.map(({ name }) => name),
      'Those of them that are revoked: no session has them.',
    ),
    plans: oneOf(
      plans.map(({ name }) => name),
      "The document's plans.",
    ),
    windows: oneOf(windows, 'The windows that these plans limit.'),
    operations: oneOf(
      operations.map(({ id }) => id),
      "The document's operations.",
    ),
    records: objectOf(Object.fromEntries(resources.map(({ storedIn, schema }) => [storedIn, schema]))),
  });
}

async function apiTypes(): Promise<void> {
  const contract = await loadContract(SHIPPED_DOCUMENT);
  // The cast is true of the file, which a mock reads at its start.
  const keys = JSON.parse(readFileSync(packageFile('fixtures/api-keys.json'), 'utf8')) as readonly Key[];
  const text = await schemaTypes(
    { AnimalStore: schemaOf(contract, keys) },
    { exactType: (_, { format }) => (format === 'int64' ? 'number | bigint' : undefined) },
  );
  writeFileSync(API_TYPES, `/** The shipped contract with its demo keys, as an \`Api\`. */\n${text}\n`);
}

void apiTypes();
