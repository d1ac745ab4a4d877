import { CORE_SCHEMA, load, Type, YAMLException } from 'js-yaml';
import { exactInteger } from '../json/json';
import { ContractError } from '../model/contract-error';

/** An integer keeps all its digits: beyond 2^53 it becomes a `bigint` (js-yaml alone would round it). */
const exactIntegers = new Type('tag:yaml.org,2002:int', {
  kind: 'scalar',
  resolve: (text: unknown) => typeof text === 'string' && /^[-+]?([0-9]+|0x[0-9a-fA-F]+|0o[0-7]+)$/.test(text),
  construct: (text: string) => {
    const negative = text.startsWith('-');
    const magnitude = BigInt(text.replace(/^[-+]/, ''));
    return exactInteger(negative ? -magnitude : magnitude);
  },
});

const EXACT_SCHEMA = CORE_SCHEMA.extend({ implicit: [exactIntegers] });

/**
 * Reads a document written in YAML 1.2 (core schema) or in JSON, which is a part of it.
 *
 * @throws ContractError that names line and column
 */
export function parseYaml(source: string, text: string): unknown {
  try {
    return load(text, { schema: EXACT_SCHEMA, filename: source });
  } catch (error) {
    if (!(error instanceof YAMLException)) throw error;
    const { line, column } = error.mark ?? { line: 0, column: 0 };
    throw new ContractError(
      source,
      '',
      `is not YAML or JSON: ${error.reason} at line ${line + 1}, column ${column + 1}.`,
      'Correct the text there.',
    );
  }
}
