import { readJson } from '../../../console/page/link/exact-json';
import { membersOf } from './json';
import { fieldText } from './serialise';

/** The fields of a form, of the JSON object that they are typed in as; none of any other text. */
export function formFields(text: string): readonly (readonly [name: string, value: string])[] {
  try {
    return membersOf(readJson(text)).map(([name, value]) => [name, fieldText(value)]);
  } catch {
    return [];
  }
}
