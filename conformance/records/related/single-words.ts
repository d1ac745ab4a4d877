import { keywordOf, propertiesOf, type Resource, sentencesAround, typesOf, wordsOf } from '../../../openapi/contract';
import { sentencesOf, withNoun } from '../marked';

/** A flag that one alone of those has that belong to a record. */
export interface Single {
  readonly name: string;
  readonly said: string;
  /** Whether the first one has it, whatever is sent. */
  readonly isFirst: boolean;
  /** Whether there always is one, as long as there are any. */
  readonly isAlways: boolean;
  /** The choice of which each has one of its own: `of each kind one is the default`. */
  readonly by: { readonly name: string; readonly choices: readonly unknown[] } | undefined;
  /** Which of the others has it where the one that had it is gone. */
  readonly heir: 'oldest' | 'newest' | undefined;
}

/** The flag of what a create takes of which words say that only one of a record's has it. */
export function singleOf({ name: noun, schema, operations }: Resource, taken: Resource['schema']): Single | undefined {
  const shown = propertiesOf(schema);
  const found = [...propertiesOf(taken).values()].flatMap((one): readonly Single[] => {
    const ofRecord = shown.get(one.name)?.schema;
    if (one.readOnly || typesOf(one.schema).join() !== 'boolean' || ofRecord === undefined) return [];
    const flag = wordsOf(one.name).filter((word) => word !== 'is');
    const spelled = flag.join('[ _-]?');
    // `A main desk`, `at most one main … to a desk`.
    const called = new RegExp(
      `(?<![\\p{L}])${spelled} ‹›|\\b(?:at most|only|exactly|no more than) one ${spelled}(?![\\p{L}])[^.]*‹›|\\b(?:at most|only|exactly|precisely) one of [^.;]{0,40}‹› (?:is|can be|may be) (?:the )?${spelled}(?![\\p{L}])`,
      'iu',
    );
    const around = [...new Set([operations.create, operations.delete])].flatMap((operation) =>
      operation === undefined ? [] : [...sentencesAround(operation), ...sentencesOf(operation.description)],
    );
    const said = [
      ...new Set([
        ...[one.schema, ofRecord].map(({ description }) => String(description ?? '')),
        ...around.filter(
          (text, nth) =>
            text.includes(`\`${one.name}\``) ||
            called.test(withNoun(text, { name: noun })) ||
            (/^\W*the first\b/i.test(text) && called.test(withNoun(around[nth - 1] ?? '', { name: noun }))),
        ),
      ]),
    ].join(' ');
    const isAlways = ALWAYS_ONE.test(said);
    const [by, other] = [...propertiesOf(taken).values()].filter(
      (choice) =>
        (keywordOf(choice.schema, 'enum')?.length ?? 0) > 1 &&
        shown.has(choice.name) &&
        new RegExp(`\\b(?:each|every|per|same) ${wordsOf(choice.name).join('[ _-]?')}(?![\\p{L}])`, 'iu').test(said),
    );
    if (other !== undefined || (by === undefined && OF_EACH.test(said))) return [];
    if (!MARKED.test(`${wordsOf(one.name).join(' ')} ${said}`) || !(isAlways || ONE_ALONE.test(said))) return [];
    const ofDelete =
      sentencesOf(`${operations.delete?.description ?? ''} ${said}`).find((text) => GONE.test(text)) ?? '';
    const heir = ofDelete.match(HEIR)?.[0];
    return [
      {
        ...{ name: one.name, said, isAlways, isFirst: FIRST_IS.test(said) },
        by: by && { name: by.name, choices: keywordOf(by.schema, 'enum') ?? [] },
        heir: heir === undefined ? undefined : /^(?:new|lat|last|most)/i.test(heir) ? 'newest' : 'oldest',
      },
    ];
  });
  return found.length === 1 ? found[0] : undefined;
}

const MARKED = /\b(?:default|primary|main|preferred|principal|standard|favou?rite|lead)\b/i;
const OF_EACH =
  /\b(?:of|for) (?:each|every) (?:kind|type|sort|class|purpose)\b|\bof the same (?:kind|type|sort|class)\b/i;
const ALWAYS_ONE = /\b(?:exactly|always|precisely)\b[^.;]{0,25}\bone\b|\bone and only one\b/i;
const ONE_ALONE =
  /\b(?:only|at most|no more than) one\b|\b(?:takes?|removes?|unsets?|clears?|moves?|resets?)\b[^.;]{0,40}\b(?:former|previous|others?|old|current|the one before)\b|\b(?:former|previous|old|others?)\b[^.;]{0,40}\b(?:no longer|loses?|stops?|unset|cleared|becomes? false)\b/i;
const FIRST_IS = /\bfirst\b[^.;]{0,60}\b(?:is|becomes?|will be)\b/i;
const GONE = /\b(?:deleted|removed|gone|deleting|removing)\b/i;
const HEIR = /\b(?:oldest|earliest|made first|added first|newest|latest|most recent|last added|made last)\b/i;
