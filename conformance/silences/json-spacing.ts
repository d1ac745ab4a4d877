import type { OptionOf } from '../../openapi/behaviours/options';
import { beginningOf, jsonTextOf, outsideTexts } from './json-text';
import { byExchange, type NewLearner, type Sight } from './learner';

/** White space between the parts of JSON; what stands around the whole of it is between no parts. */
export const learnSpacing: NewLearner<'json.spacing'> = () =>
  byExchange(({ response }) => {
    const text = jsonTextOf(response);
    return text === undefined ? undefined : spacingOf(text.trim());
  }, 'no reply had JSON with members or items');

function spacingOf(text: string): Sight<OptionOf<'json.spacing'>> | undefined {
  const outside = outsideTexts(text);
  if (!/^[{[]\s*[^\s\]}]/.test(outside)) return undefined;
  const shows = `the body begins ${beginningOf(text)}`;
  if (!/\s/.test(outside)) return { option: 'compact', shows };
  const lines = outside.replaceAll(/":[ \t]/g, '":').replaceAll(/\r?\n[ \t]*/g, '\n');
  // Each member on a line of its own, and no white space within the lines.
  if (/^[{[]\n/.test(lines) && !/[ \t]|,[{"]/.test(lines)) return { option: 'indented', shows };
  return { other: `JSON is spaced in a way that no option has: ${shows}` };
}
