/** What words around operations say of the states in which records are changed, deleted, acted on or added to. */
import {
  memoized,
  type Operation,
  type Resource,
  sentencesAround,
  sentencesIn,
  wordsOf,
} from '../../../openapi/contract';
import { quoted, statesIn, withNoun } from '../marked';

/**
 * The sentences around an operation that say in which states its records may have done to them what it does, with the states in
 * guillemets: `Retired machines cannot be edited`, `An order and its lines can be changed while the order is a draft`.
 */
export const changeSentences = memoized((operation: Operation) =>
  memoized((values: readonly string[]): readonly string[] => {
    const [, called = '', below] = WHERE.exec(operation.path) ?? [];
    const doing = below === undefined ? BY_METHOD[operation.method] : operation.method === 'POST' ? ADDED : undefined;
    const asks = [
      { name: below ?? called, verbs: doing },
      // An action, by its own verb.
      { name: called, verbs: below === undefined ? undefined : participleOf(below) },
    ];
    return asks.flatMap(({ name, verbs }) => {
      if (verbs === undefined || name === '') return [];
      const hosts = operation.path.split('/').filter((one) => !/^\{|^$/.test(one) && one !== name);
      const [does, isOf] = [
        new RegExp(`${SUBJECT}${MAY_BE}(?:\\b|«)(?:${verbs})\\b`, 'iu'),
        new RegExp(OF_STATE, 'iu'),
      ];
      return (
        sentencesAround(operation)
          // What goes on with what can be done afterwards tells an exception.
          .filter((_text, nth, all) => !GOES_ON.test(all[nth + 1] ?? ''))
          .map((text) =>
            hosts.reduce((said, one) => withNoun(said, { name: one }, '⟨⟩'), withNoun(quoted(text, values), { name })),
          )
          .flatMap((text) =>
            isOf.test(text) && !PERHAPS.test(text) ? (plainly(text.replace(WHILE, ' only$&'), does) ?? []) : [],
          )
          .map((text) => text.replaceAll(/‹›|⟨⟩/g, 'record'))
      );
    });
  }),
);

/**
 * A sentence without what else is done then: `cannot be edited or «cancelled»`. Undefined where it says more than a state: `Orders placed
 * by phone cannot be edited`, `cannot be edited without a reason`; or where it restricts nothing: `Notes can be added to closed orders`.
 */
function plainly(text: string, does: RegExp): string | undefined {
  const [said = ''] = does.exec(text) ?? [];
  if (said === '' || !RESTRICTS.test(text) || BESIDES.test(said)) return undefined;
  const front = text.slice(0, text.indexOf(said));
  const rest = text.slice(front.length + said.length).replace(OTHERS_DONE, '');
  const isPlain = [front.replace(/^.*;|^[^«»]*:$/s, ''), rest.replace(WITH_STATUS, '')].every(
    (part) => !MOVED.test(part) && !/[\p{L}\d]/u.test(part.replaceAll(OF_STATES, '')),
  );
  return isPlain ? front + said.replace(/(?<= be )«[^»]*» (?:and|or) (?=\p{L}+$)/u, '') + rest : undefined;
}

const RESTRICTS = /\b(?:only|not|never|cannot|until|before|unless|no)\b|n['’]t\b/i;
const BESIDES = /\b(?:without|by|within|freely|at any)\b/i;
const OTHERS_DONE = /^(?:,? (?:and|or|nor)(?: (?:‹›|⟨⟩|\p{L}+))? (?:\p{L}+(?:ed|id|en|de)\b|«[^»]*»(?! [‹⟨])))+,?/iu;
const WITH_STATUS = /\s*\([^()]*\b409\b[^()]*\)|(?:[,;:–—]|\b(?:and|with|by)\b)[^«»,;]{0,30}\b409\b.*$/is;
const GOES_ON = /^\W*(?:after(?:wards| (?:that|this))|thereafter|then|from then on|later|however|but|still|only)\b/i;
/** `Changed to «draft»` is about what becomes of it; `not yet` about what is planned. */
const MOVED = /\b(?:to|from|into) (?:an? |the )?(?:«[^»]*»(?:,? (?:or|and) |, )?)+(?! ?[‹⟨])|\byet\W*$/iu;
/** What a condition is made of. */
const OF_STATES =
  /«[^»]*»|(?<!\p{L})(?:(?:and|but) not (?:after(?:wards)?|before|later|otherwise)|any ?more|any longer|at all|either|then|as long as|for as long as|as soon as|while|when|if|once|until|before|after|unless|in|to|from|of|on|it|they|that|which|whose|an?|the|its|their|this|is|are|was|were|has|have|been|be|still|not|yet|already|only|currently|again|state|status|stage|phase|and|or|neither|nor|no|longer|becomes?|gets|note|also|therefore|so)(?!\p{L})/giu;

const WHERE = /\/([^/{}]+)\/\{[^/{}]+\}(?:\/([^/{}]+))?$/;
const CHANGED = 'changed|edited|updated|modified|altered|amended|patched|revised|corrected';
const ADDED = 'added|created|made|appended|attached|put|placed|booked';
const BY_METHOD: Readonly<Record<string, string>> = {
  PATCH: CHANGED,
  PUT: `${CHANGED}|replaced`,
  DELETE: 'deleted|removed|erased|withdrawn|discarded',
};

/** `cancelled` of `cancel`, `placed` of `place`, `paid` of `pay`. */
function participleOf(verb: string): string | undefined {
  const [word, other] = wordsOf(verb);
  if (word === undefined || other !== undefined || word.length < 3) return undefined;
  const last = word.slice(-1);
  if (last === 'e') return `${word}d`;
  return last === 'y' ? `${word.slice(0, -1)}(?:ied|yed|id)` : `${word}(?:${last})?ed`;
}

/** Of the records themselves: `The price of an order` is another subject. */
const STATES = '(?:«[^»]*»(?:,? (?:or|and) |, )?)+';
const SUBJECT = `(?:^|[,;:–—] )\\W*(?:then |only |also )?(?:(?:all|any|no|an?|the|every|each|one|new|further) )?(?:${STATES} )?(?:(?:⟨⟩ and (?:all )?(?:its|their) )?‹›|(?<=‹›.*)(?:it|they))(?:(?:,| and| or)+ (?:(?:its|their|the|an?|all) )*(?:[‹⟨][›⟩]|\\p{L}+))*(?:,? (?:that|which) (?:is|are|has been|have been) (?:not |still |already )*${STATES}|,? (?:once|when|while|if|as long as) (?:it is |they are )?(?:still )?${STATES},?| in (?:the )?(?:(?:state|status) )?${STATES}| of (?:an?|the|any) ${STATES} ⟨⟩)?(?: \\p{L}+ [^.;,«]{0,30},? (?:but|and|yet))? `;
const MAY_BE = "(?:can|may|must|is|are|cannot|can['’]t|could|shall|will)\\b[^.;«]{0,40}?(?:«[^»]*» (?:and|or) )?";
/** That it is the records', or those above them, that are in a state. */
const OF_STATE = `${STATES} (?:‹›|⟨⟩)|(?:while|when|if|once|until|before|after|unless|as long as|as soon as|only in|in) (?:(?:an?|the|its|their|that|whose) )*(?:it|they|‹›|⟨⟩|state|status)?(?: (?:is|are|was|were|has|have|been|still|not|yet|in|an?|the|either|already|state|status|again|currently))* ?«|[‹⟨][›⟩],? (?:that|which|whose (?:state|status)) (?:is|are|has been|have been)[^«.;]{0,20}«`;
const PERHAPS =
  /\b(?:can|may|might|could) (?:later|also|still)\b|\bsome(?:times)?\b|\b(?:usually|normally|except|future|planned)\b/i;
/** What is done while a record is in a state is done in no other: `can be changed while it is a draft`. */
const WHILE = /(?<=\b(?:can|may) (?!.*\bonly\b)[^.;]{0,80})(?= (?:while|as long as|for as long as) )/iu;

/** The states of a record in which others are not made below it, as words around it say: `Closed accounts cannot be given cards (409)`. */
export function closedFor(owner: Resource, { path }: Operation, values: readonly string[]): readonly string[] {
  const child = { name: path.slice(path.lastIndexOf('/') + 1) };
  const { read } = owner.operations;
  const texts = [String(owner.schema.description ?? ''), ...(read?.around ?? [])].flatMap(sentencesIn);
  const closed = texts
    .filter(
      (text) => !/\b(?:only|unless|until|except|if|when|while)\b/i.test(text) && withNoun(text, child).includes('‹›'),
    )
    .flatMap(
      (text) => withNoun(withNoun(quoted(text, values), child), owner, '⟨⟩').match(CLOSED)?.groups?.states ?? [],
    );
  return [...new Set(closed.flatMap(statesIn))];
}

const CLOSED =
  /^\W*(?:an? |the |all )?(?<states>«[^»]*»(?:,? (?:or|and) «[^»]*»)*) ⟨⟩ [^;«⟨]*\b(?:can|may|must|are|is|could)(?: ?not|n't| neither| no longer| never)\b(?:[^;«⟨]{1,30} (?:nor|or|and))?(?: be)? (?:put|placed|booked|given|added|assigned|issued|used|opened|get|receive|take|accept|have|issue|start|open|place)(?: (?:on|in|for|to|any|new|more|further|other|an?))* ‹›(?! (?:without|with|by|of|for|from|in)\b)[^;«⟨]*\b409\b/iu;
