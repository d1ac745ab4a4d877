/** A step of the build: writes the types of the control plane, `openapi/types/control.ts`, from its document. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { load } from 'js-yaml';
import { packageFile } from '../package-file';
import { schemaTypes } from './schema-types';

const DOCUMENT = 'openapi/control.yaml';
const CONTROL_TYPES = packageFile('openapi/types/control.ts');

/** Names that the library gives to schemas of the document. */
const NAMES: Readonly<Record<string, string>> = {
  Allowance: 'AllowanceState',
  Choices: 'ChoicesState',
  ChosenOptions: 'GivenChoices',
  Clock: 'ClockState',
  Error: 'ErrorEnvelope',
  Memory: 'ShownMemory',
  Message: 'RecordedMessage',
  PlainValue: 'Plain',
  Records: 'FoundRecords',
  Session: 'ShownSession',
  SilenceId: 'BehaviourId',
  Usage: 'ShownAccount',
};

/** Of those whose texts are ids in a table of ours. */
const IMPORTED = ['ChosenOptions', 'SilenceId'];

const COUNTS = '{ readonly [Window in A["windows"]]?: number }';

/**
 * What TypeScript says otherwise: an integer may be greater than `number` holds, a value of any interface is a record, and
 * names are those of an API.
 */
const EXACT: Readonly<Record<string, string>> = {
  // The types of what a program is given name less than those of what it gives.
  'Fault/rule': 'FaultRule',
  NewRecord: 'unknown',
  PlainValue: 'string | number | bigint | boolean',
  RecordId: 'number | bigint | string',
  StoredRecord: 'Readonly<Record<string, unknown>>',
  StoredRecords:
    '{ readonly [Name in keyof A["records"]]: readonly (unknown extends A["records"][Name] ? components["schemas"]["StoredRecord"] : A["records"][Name])[] }',
  'StateChange/records': 'Partial<components["schemas"]["StoredRecords"]>',
  'AllowanceChange/left': COUNTS,
  'AllowanceChange/used': COUNTS,
  'SessionOptions/plans':
    '"unlimited" | { readonly [Plan in A["plans"]]?: "unlimited" | components["schemas"]["PlanFigures"] | undefined }',
  ...Object.fromEntries(
    ['RequestPattern', 'Pattern', 'FaultRule'].flatMap((name) => [
      [`${name}/operationId`, 'A["operations"]'],
      [`${name}/key`, 'A["keys"]'],
    ]),
  ),
};

async function controlTypes(): Promise<void> {
  // The cast is true of the document.
  const { components } = load(readFileSync(packageFile(DOCUMENT), 'utf8')) as {
    readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
  };
  const text = await schemaTypes(components.schemas, {
    names: NAMES,
    imported: IMPORTED,
    withOneOf: ['FaultRule'],
    exactType: (path) => (Object.hasOwn(EXACT, path) ? EXACT[path] : undefined),
  });
  const header = `/** What the control plane takes and returns. Instants are texts of RFC 3339. */
import type { GivenChoices, BehaviourId } from '../behaviours/options';
import type { Api } from './api';
`;
  mkdirSync(dirname(CONTROL_TYPES), { recursive: true });
  writeFileSync(CONTROL_TYPES, `${header}\n${text}\n`);
}

void controlTypes();
