/** What words around operations say of the states in which records are changed, deleted, acted on or added to. */
import { type Operation, type Resource, sentencesAround, sentencesIn, wordsOf } from '../../openapi/contract';
import { quoted, statesIn, withNoun } from './marked';

/**
 * The sentences around an operation that say in which states its records may have done to them what it does, with the states in
 * guillemets: `Retired machines cannot be edited`, `An order and its lines can be changed while the order is a draft`.
 */
export function changeSentences(operation: Operation, values: readonly string[]): readonly string[] {
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
    const [does, isOf] = [new RegExp(`${SUBJECT}${MAY_BE}(?:\\b|«)(?:${verbs})\\b`, 'iu'), new RegExp(OF_STATE, 'iu')];
    return sentencesAround(operation)
      .map((text) =>
        hosts.reduce((said, one) => withNoun(said, { name: one }, '⟨⟩'), withNoun(quoted(text, values), { name })),
      )
      .filter((text) => does.test(text) && isOf.test(text) && !PERHAPS.test(text))
      .map((text) => text.replaceAll(/‹›|⟨⟩/g, 'record').replace(WHILE, ' only$&'));
  });
}

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
const SUBJECT = `(?:^|[,;:–—] )\\W*(?:then |only |also )?(?:(?:all|any|no|an?|the|every|each|one) )?(?:${STATES} )?(?:(?:⟨⟩ and (?:all )?(?:its|their) )?‹›|(?<=‹›.*)(?:it|they))(?:(?:,| and| or)+ (?:(?:its|their|the|an?|all) )*(?:[‹⟨][›⟩]|\\p{L}+))*(?:,? (?:that|which) (?:is|are|has been|have been) (?:not |still |already )*${STATES}|,? (?:once|when|while|if|as long as) (?:it is |they are )?(?:still )?${STATES},?| in (?:the )?(?:state|status) ${STATES}| of (?:an?|the|any) ${STATES} ⟨⟩)?(?: \\p{L}+ [^.;,«]{0,30},? (?:but|and|yet))? `;
const MAY_BE = "(?:can|may|must|is|are|cannot|can['’]t|could|shall|will)\\b[^.;«]{0,40}?(?:«[^»]*» (?:and|or) )?";
/** That it is the records', or those above them, that are in a state. */
const OF_STATE = `${STATES} (?:‹›|⟨⟩)|(?:while|when|if|once|until|before|after|unless|as long as|as soon as|only in|in) (?:(?:an?|the|its|their|that|whose) )*(?:it|they|‹›|⟨⟩|state|status)?(?: (?:is|are|was|were|has|have|been|still|not|yet|in|an?|the|either|already|state|status|again|currently))* ?«|[‹⟨][›⟩],? (?:that|which|whose (?:state|status)) (?:is|are|has been|have been)[^«.;]{0,20}«`;
const PERHAPS = /\b(?:may|might) (?:later|also|still)\b|\bsome(?:times)?\b|\busually\b|\bexcept\b/i;
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
    .flatMap((text) => withNoun(quoted(text, values), owner, '⟨⟩').match(CLOSED)?.groups?.states ?? []);
  return [...new Set(closed.flatMap(statesIn))];
}

const CLOSED =
  /^\W*(?:an? |the |all )?(?<states>«[^»]*»(?:,? (?:or|and) «[^»]*»)*) ⟨⟩ [^;«⟨]*\b(?:can|may|must|are|is|could)(?: ?not|n't| neither| no longer| never)\b[^;«⟨]*\b409\b/iu;
