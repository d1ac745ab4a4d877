import type { Operation } from '../../openapi/contract';
import { sample } from '../values/sample';
import type { Source } from '../values/source';

/**
 * The headers that an operation requires, `name: value`; undefined where it requires other parameters than headers, or a
 * header of more than one value.
 */
export function headersToTry({ parameters }: Operation, source: Source): readonly string[] | undefined {
  const required = parameters.filter((one) => one.required && one.in !== 'path');
  const headers = required.map(({ name, schema, examples: [example], ...parameter }) => {
    const value = example === undefined ? sample(schema, source, name) : example.value;
    const isPlain = typeof value !== 'object' && /^[\x20-\x7e]+$/.test(String(value));
    return parameter.in === 'header' && isPlain ? `${name}: ${String(value)}` : undefined;
  });
  const found = headers.filter((header) => header !== undefined);
  return found.length === required.length ? found : undefined;
}
