import { readJson } from '../../../console/page/link/exact-json';
import { membersOf } from './json';
import type { Outgoing } from './request';
import { fieldText } from './serialise';

/**
 * The fields of a form, of the JSON object that they are typed in as; none of any other text.
 *
 * @param files that go with them: the field of one is no text
 */
export function formFields(
  text: string,
  files: Outgoing['files'],
): readonly (readonly [name: string, value: string])[] {
  try {
    return membersOf(readJson(text))
      .filter(([name]) => files.every(([field]) => field !== name))
      .map(([name, value]) => [name, fieldText(value)]);
  } catch {
    return [];
  }
}
