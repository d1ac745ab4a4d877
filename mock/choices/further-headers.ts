import { describesHeader } from './documented';
import type { About, Send } from './model';
import { headerOf, withHeader } from './reply-headers';
import { traceOf } from './trace';

/** What servers often send besides. */
const FURTHER: readonly (readonly [name: string, value: (about: About) => string])[] = [
  ['X-Request-Id', (about) => traceOf(about)],
  ['Server', () => 'nginx'],
];

/** Headers that nobody describes. */
export const withFurtherHeaders: Send = (answer, about) => {
  if (about.choices.of('headers.further') !== 'some') return answer;
  return FURTHER.reduce((before, [name, value]) => {
    const isKnown = describesHeader(about, answer.status, name) || headerOf(before, name.toLowerCase()) !== undefined;
    return isKnown ? before : withHeader(before, name, value(about));
  }, answer);
};
