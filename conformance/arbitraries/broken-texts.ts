import { type Parameter, typesOf } from '../../openapi/contract';
import { brokenValues } from './broken';

/** Texts that break a parameter's schema. In a URL everything is text: only values whose text breaks it too can be sent. */
export function brokenTexts(parameter: Parameter): readonly string[] {
  const isNumeric = typesOf(parameter.schema).includes('integer');
  const values = brokenValues(parameter).map(({ value }) => value);
  const texts = values.flatMap((value) =>
    typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint' ? [String(value)] : [],
  );
  const lawful = (text: string) =>
    isNumeric &&
    /^-?\d+$/.test(text) &&
    brokenValues(parameter).every(({ value }) => String(value) !== text || typeof value === 'string');
  const more = isNumeric ? ['abc'] : [];
  return [...new Set([...more, ...texts])].filter((text) => text !== '' && !lawful(text));
}
