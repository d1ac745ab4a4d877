import type { Operation, Resource } from '../../../openapi/contract';
import { statusesIn } from '../../exchange/refusals';
import { ownSentences, sentencesOf, withNoun } from '../marked';
import { withoutStatus } from '../states/state-conditions';
import { clausesOf, type Meant, meantBy, phrased, withoutAside } from './child-words';

/** That records of the one kind stand in the way of what is done to the other, as words beside a refusal say. */
export interface Guard {
  readonly status: number;
  /** Whether the words say that it is refused by that one. */
  readonly isTold: boolean;
  readonly holds: Meant;
  /** Whether the refusal is for nothing else. */
  readonly isAlone: boolean;
}

/** Which of a child's records keep the record above from being deleted; undefined where no word says it. */
export function guardOf(operation: Operation, child: Resource, owner?: Pick<Resource, 'name'>): Guard | undefined {
  const isElse = /\b(?:otherwise|else)\b/i.test(operation.description);
  const described = ownSentences(operation)
    .filter((text) => REFUSES.test(text) || (isElse && SAYS_NO_USER.test(text)))
    .flatMap((text) =>
      withoutStatus(text)
        .split(/,\s+(?:and|or|nor)\s+(?=(?:an?|the|any|one|it) )/i)
        .map((clause) => ({ clause, statuses: statusesIn(text) })),
    );
  const refusals = GUARDING.flatMap((status) => {
    const description = operation.replies.find((one) => one.status === status)?.description;
    if (description === undefined) return [];
    return [
      {
        status,
        read: sentencesOf(description)
          .filter((text) => !LEAVES_ALL.test(text))
          .flatMap(clausesOf)
          .map((text) => heldBy(text, child, owner)),
      },
    ];
  });
  for (const { status, read } of refusals) {
    const found = read.find((one) => one !== undefined);
    if (found !== undefined)
      return { status, isTold: true, holds: found, isAlone: read.every((one) => one !== undefined) };
  }
  const [refusal] = refusals;
  const [found] = described.flatMap(({ clause, statuses }) => {
    const holds = heldBy(clause, child, owner);
    return holds === undefined ? [] : [{ holds, told: statuses.length === 1 ? statuses[0] : undefined }];
  });
  if (refusal === undefined || found === undefined) return undefined;
  const isTold = refusals.some(({ status }) => status === found.told);
  return { status: (isTold ? found.told : undefined) ?? refusal.status, isTold, holds: found.holds, isAlone: false };
}

/** The likeliest first. */
const GUARDING: readonly number[] = [409, 423, 422, 400];
const REFUSES =
  /\b4(?:09|22|23)\b|\b(?:refused|rejected|fails|conflict|impossible)\b|\b(?:can|may|must)(?: ?not|'t|not)\b|\b(?:is|are) not (?:possible|allowed|permitted)\b|\bonly\b|\bunless\b/i;

/** What a refusal leaves as it was is no reason of it. */
const LEAVES_ALL =
  /^\W*(?:nothing|neither|none|no)\b[^.;]*\b(?:changed|deleted|removed|created|done|made|touched)\W*$/i;

function heldBy(whole: string, child: Resource, owner?: Pick<Resource, 'name'>): Meant | undefined {
  const text = withoutAside(whole).replaceAll(/ \(`[\w-]+`\)/g, '');
  const said = phrased(text, child)
    .replaceAll(ALSO_ONES, '')
    .replaceAll(MORE_THAN_BACK, '‹+$1›')
    .replaceAll(NOT_BACK, '‹+$1›')
    .replaceAll(/‹\+([^›]+)› or ‹\+([^›]+)›/g, '‹+$1|$2›');
  const none = said.match(UNLESS_NONE_OF)?.groups?.which;
  if (none !== undefined) return meantBy(`+${none}`, child);
  const all = said.match(UNLESS_ALL)?.groups?.which;
  if (all !== undefined) return meantBy(`-${all}`, child);
  const without = said.match(ONLY_WITHOUT)?.groups?.which;
  if (without !== undefined) return meantBy(without, child);
  if (UNLESS_NONE.test(said) || NO_USER.test(said)) return () => true;
  // By `only if` they are wanted.
  const forms = /\b(?:only|unless|until)\b/i.test(said) ? [HAS, EXISTS] : [HAS, EXISTS, STANDING, OF_THIS];
  const ofOwner = owner === undefined ? '' : withNoun(said, owner, '⟨⟩');
  const holding = [
    ...forms.flatMap((form) => [...said.matchAll(form)]),
    ...[WHILE_USED, THAT_USED].flatMap((form) => [...ofOwner.matchAll(form)]),
  ];
  return holding.map(({ groups }) => meantBy(groups?.which, child)).find((one) => one !== undefined);
}

const HAS =
  /\b(?:(?:has|have|contains?|holds?|owns?|with|there (?:is|are)|used (?:by|in)|in use (?:by|in)|needed (?:by|for)|part of|contained in|included in|listed (?:in|on)|appears (?:in|on)|appear (?:in|on)|referenced (?:by|in|from)|referred to by|linked to|assigned to)(?: still| already)?|still) ‹(?<which>[^›]*)›(?: (?:items?|lines?|positions?|rows?|entry|entries)\b)?(?: (?:that )?(?:is |are )?(?:left|there|in it|below it|of (?:it|its|theirs|his|hers|the \p{L}+|this \p{L}+)|(?:for|on|under) (?:it|them)|attached(?: to it)?|assigned(?: to it)?|exists?|remain(?:s|ing)?|(?:still )?(?:use|refer to|reference|depend on|belong to|point to)s? it))?(?=\W*$|[.;:,]| \(| (?:is|are|can|cannot|can't|may|must|will|stays?|remains?|so|and|or)\b)/giu;
const EXISTS =
  /(?:^|\b(?:while|when|if|as long as|because|since) )‹(?<which>[^›]*)› (?:still )?(?:exists?|remains?|refer to|reference|use|depend on|belong to|point to|are (?:still )?(?:attached|assigned|left|there))\b/giu;
/** `While more was captured than refunded`: those that are captured. */
const MORE_THAN_BACK =
  /\bmore (?:was|is|has been) «([^»]*)» than (?:was |is |has been )?(?:«[^»]*»|refunded|returned|given back|sent back|voided)/giu;
/** `While captured money is not wholly refunded`: the same. */
const NOT_BACK =
  /«([^»]*)» (?:money|funds|amounts?|sums?) (?:is|are|was|were|has|have)(?: not|n['’]t)(?: yet)?(?: been)?(?: (?:wholly|fully|entirely|completely|all))?(?: been)? (?:«[^»]*»|refunded|returned|given back|sent back)/giu;
/** `While a payment has been authorized`: those in that state, and no more is said of them. */
const STANDING = /\b(?:while|when|if|as long as|because|since|once) ‹(?<which>[+][^›]+)›(?=\W*$|[.;,])/giu;
/** `An order in state draft goes to this address`. */
const OF_THIS =
  /^\W*‹(?<which>[^›]*)›(?! (?:no|not|never|cannot|can't)\b)(?: (?!no\b|not\b|never\b|without\b|other\b)\p{L}+){1,5} (?:this \p{L}+|it)\W*$/giu;
/** `While an open order has a line with the article`: whatever it does with it, it does not do without it. */
const WHILE_USED =
  /\b(?:while|when|if|as long as|because|since) ‹(?<which>[^›]*)›(?: (?!no\b|not\b|never\b|without\b|other\b|cannot\b)[\p{L}«»-]+){1,8} (?:(?:the|this|that|its) ⟨⟩|⟨⟩|it)(?=\W*$|[.;,])/giu;
/** `An address that an open order is to be shipped to cannot be deleted`. */
const THAT_USED =
  /⟨⟩,? (?:that|which|(?:to|from|in|on|with|for|by|of) which|where) ‹(?<which>[^›]*)›(?: (?!no\b|not\b|never\b|without\b|other\b|cannot\b)[\p{L}«»-]+){1,6},? (?=(?:cannot|can't|can not|must not|may not|is (?:refused|kept|protected)|stays)\b)/giu;
const UNLESS_ALL = /\b(?:unless|until|only (?:\p{L}+ ){0,3}(?:if|when|once|after)) ‹\+(?<which>[^›]*)›/iu;
const UNLESS_NONE =
  /\b(?:unless|until|only (?:\p{L}+ ){0,3}(?:if|when|once|while|as long as))\b[^.;‹]{0,30}\b(?:no(?: more| longer)?|without(?: any)?|none(?: of its)?) ‹›(?: (?:still )?(?:refers? to|references?|uses?|names?|contains?|needs?|belongs? to|points? to|depends? on) (?:it|them|this \p{L}+|the \p{L}+)| (?:exists?|remains?|is left|is there))?\W*$/iu;

/** `Only members without any bookings can be removed`. */
const ONLY_WITHOUT =
  /\bonly\b[^.;‹]{0,40}\b(?:without|with no|that have no|that has no|who have no|having no|free of|(?:that|which)(?: are| is)? \p{L}+(?: \p{L}+)? (?:in|on|by|of|to|from|for) no) ‹(?<which>[^›]*)›(?=,? (?:can|may|are|is)\b|\W*$)/iu;
/** `Bookings, cancelled ones included`: all of them. */
const ALSO_ONES =
  /,? \(?(?:(?:even|also|not even) (?:the )?«[^»]*»(?: ones)?|«[^»]*» ones (?:included|too|as well)|including (?:the )?«[^»]*»(?: ones)?)(?:\)|,(?= )|(?=\W*$))/giu;

/** `Only if it has no open orders`. */
const UNLESS_NONE_OF =
  /\b(?:unless|until|only (?:\p{L}+ ){0,3}(?:if|when|once))\b[^.;‹]{0,30}\b(?:no(?: more| longer)?|without(?: any)?|none(?: of its)?) ‹\+(?<which>[^›]*)›\W*$/iu;

/** `Deletes an article that no order contains`, and what comes otherwise. */
const SAYS_NO_USER =
  /\b(?:that|which) no \p{L}+(?: \p{L}+)? (?:contains?|uses?|references?|refers? to|has|holds?|names?)\b/iu;
const NO_USER = /\b(?:that|which) no ‹› (?:contains?|uses?|references?|refers? to|has|holds?|names?)\b/i;

/** What words beside a delete say of a child's records: that they go along, or stay. */
export interface Left {
  readonly isKept: boolean;
  readonly meant: Meant;
  /** Whether they go on naming what is gone. */
  readonly isNaming: boolean;
}

/** Of `Deletes a team and its desks; closed loans stay` what it says of a child's records. */
export function leftBy(operation: Operation, child: Resource): Left | undefined {
  const said = ownSentences(operation)
    .filter(
      (text) => !REFUSES.test(text) && !/\b(?:may|might|can|if|unless|optional(?:ly)?|later|eventually)\b/i.test(text),
    )
    .map((text) => phrased(text, child));
  for (const text of said) {
    const kept = text.match(STAYS)?.groups?.which;
    const gone = [GOES_WITH, GOES_ALONG, IS_GONE]
      .map((form) => text.match(form)?.groups?.which)
      .find((one) => one !== undefined);
    const meant = meantBy(kept ?? gone, child);
    if (meant !== undefined && (kept === undefined) !== (gone === undefined))
      return { isKept: kept !== undefined, meant, isNaming: kept !== undefined && KEEPS_NAME.test(text) };
  }
  return undefined;
}

const STAYS =
  /‹(?<which>[^›]*)›[^.;‹,]{0,20}\b(?:stays?|remains?|(?:is|are) (?:kept|retained|preserved|left|untouched)|(?:is|are) not (?:deleted|removed|touched|affected)|survives?)\b(?! (?:in the way|until|while))/iu;
const KEEPS_NAME =
  /\b(?:keeps?|with|retains?) (?:its|their|the) \p{L}*(?:id|_id|Id|reference|\w+_id|\w+Id)\b|\bkeeps? (?:its|their) [`'"]?\w*(?:_id|Id)\b/u;
/** `Deletes the team and its desks`, `takes its desks along`, `its desks are removed with it`. */
const GOES_WITH =
  /\b(?:deletes?|removes?|drops?|erases?)\b[^.;‹]{0,40}\b(?:and|with|including|plus)(?: also)? ‹(?<which>[^›]*)›/iu;
const GOES_ALONG = /\btakes?\b[^.;‹]{0,40}‹(?<which>[^›]*)› (?:along|with it|away|too)\b/iu;
const IS_GONE =
  /‹(?<which>[^›]*)›[^.;‹]{0,20}\b(?:is|are|go|goes)(?: also| then)? (?:(?:deleted|removed|gone|erased)(?: (?:too|as well|along|with (?:it|the \p{L}+)))|with it)\b/iu;
