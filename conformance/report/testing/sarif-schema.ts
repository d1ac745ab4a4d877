import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';

/** The schema of OASIS for SARIF 2.1.0, as the crate serde-sarif 0.8.0 has it. */
const FILE = join(__dirname, 'sarif-2.1.0.schema.json');

/** Whether a value keeps to SARIF 2.1.0; its `errors` say why not. Patterns of the schema are not of the `u` kind. */
export const isSarif = addFormats(new Ajv({ strict: false, unicodeRegExp: false })).compile(
  JSON.parse(readFileSync(FILE, 'utf8')),
);
