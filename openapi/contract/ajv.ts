import type Ajv2020 from 'ajv/dist/2020';
import { exactNumberKeyword } from './exact-number';

let engine: Ajv2020 | undefined;

/** The one ajv: JSON Schema 2020-12, ajv's formats, and our `exactNumber`. It says nothing of words it does not know. */
export function ajv(): Ajv2020 {
  if (engine === undefined) {
    // Loaded when something is first judged: it takes a sixth of the start.
    const { default: Ajv } = require('ajv/dist/2020') as typeof import('ajv/dist/2020');
    const { default: addFormats } = require('ajv-formats') as typeof import('ajv-formats');
    engine = new Ajv({
      strict: false,
      verbose: true,
      logger: false,
      validateSchema: false,
      // Values of an enum stay out of the generated code, which can't hold a bigint.
      loopEnum: 0,
    });
    addFormats(engine);
    engine.addKeyword(exactNumberKeyword);
  }
  return engine;
}
