/** What words say of roles: what a key that may only read may read, and what is looked at before the role. */
import { documents, formsOf, type Operation, plain, replyFor, sectionsAround } from '../../../openapi/contract';
import { sentencesOfTags } from '../../exchange/said-of-all';
import type { Subject } from '../../exchange/subject';
import { sentencesOf } from '../../records/marked';

/** Words beside a 403 by which it is about writing: of a read that has it, too, it says nothing then. */
const OF_WRITING = /\bread[- ]?only\b|\bonly read\b|\bwrit(?:e|es|ing)\b|\b(?:chang|modif)(?:e|es|ing|y|ies)\b/i;

export const isOfWriting = (operation: Operation): boolean =>
  OF_WRITING.test(replyFor(operation, 403)?.description ?? '');

/** Whether words keep a read from keys that may only read: `Forbidden for read-only keys`, `only for the role admin`, a row of a table. */
export const isKeptFromReaders = ({ contract, operation }: Subject): boolean => {
  if (!documents(operation, 403)) return false;
  const refusals = operation.replies.filter(({ status }) => status === 403).map(({ description }) => description);
  const own = [operation.summary, operation.description, ...refusals].flatMap(sentencesOf);
  return (
    own.some((text) => KEPT_FROM.some((form) => form.test(text))) ||
    [...own, ...sentencesOfTags(contract, operation)].some(isOnlyForOthers) ||
    READERS.flatMap((name) => sectionsAround(operation, name, /^$/)).some((text) => isKeptInTable(text, operation.path))
  );
};

/** Whether a sentence says nothing else than that something is for keys that may do more than read. */
export const isOnlyForOthers = (text: string): boolean =>
  new RegExp(ONLY_FOR, 'i').test(text.replaceAll(/[`"*]/g, '').replace(/\.$/, ''));

const OTHERS =
  '(?:(?:an? |the |all )?(?:(?:api )?keys?|credentials?|tokens?|users?|accounts?|callers?|clients?) (?:with|of|that have|which have|having|in) )?(?:an? |the )?(?:(?:role|scope|permission|access level) )?(?:full(?:[- ]access)?|admin\\w*|writ(?:e|ers?)|read[- _]write|managers?|editors?)(?: (?:roles?|scopes?|permissions?|rights|access|(?:api )?keys?|credentials?|tokens?|users?|accounts?))?';
const OPEN = '(?:open|avail\\w+|accessible|visible|usable)';
const ONLY_FOR = `^(?:(?:this|these|all of (?:this|these)|they|it)(?: \\w+)? )?(?:(?:is|are) )?(?:(?:(?:only|exclusively|solely) (?:for|with|${OPEN} (?:to|for|with))|${OPEN} (?:only|exclusively|solely) (?:to|for|with)|(?:reserved|restricted|limited) (?:for|to)|requires?|needs?) ${OTHERS}|(?:for )?${OTHERS} only)$`;

const READERS: readonly string[] = ['read only', 'viewer', 'reader'];

/** Whether a table says that a key that may only read may do what changes nothing of others: `Request an export | yes | yes`. */
export const isOpenToReaders = ({ operation }: Subject): boolean =>
  operation.method === 'POST' &&
  !operation.path.includes('{') &&
  !documents(operation, 403) &&
  READERS.flatMap((name) => sectionsAround(operation, name, /^$/)).some(
    (text) => cellOfReaders(text, operation.path, MADE_IN_ROW) === 'yes',
  );

/** Whether a row of a table of what each role may do, `Read webhooks | yes | no`, has none for one that may only read. */
export const isKeptInTable = (rows: string, path: string): boolean => cellOfReaders(rows, path, READ_IN_ROW) === 'no';

function cellOfReaders(rows: string, path: string, verbs: string): 'yes' | 'no' | undefined {
  const forms = formsOf(path.split('/').findLast((part) => !part.includes('{')) ?? '');
  for (const row of rows.split(/(?<=\.) /)) {
    const [, what = ''] = new RegExp(`^(?:${verbs})(?:e?s|ing)? ${CELL}`, 'i').exec(row) ?? [];
    const isOfIt = what
      .split(/,| and | or /)
      .some((one) => forms.includes(plain(one.trim().replaceAll(AROUND_NOUN, ''))));
    if (isOfIt && NONE_FOR_READERS.test(row)) return 'no';
    if (isOfIt && SOME_FOR_READERS.test(row)) return 'yes';
  }
  return undefined;
}

const AROUND_NOUN = /^(?:the|all|any|an?) | (?:endpoints?|records?|entries|details|settings)$/gi;
const CELL = '(.{1,200}?), [`"*]*[\\w -]{1,30}?[`"*]* (?:yes|no|[✓✔✅✗✘❌×x—–-])(?![\\w-])';
const READ_IN_ROW = 'read|list|view|see|retrieve|get';
const MADE_IN_ROW = 'create|request|start|order|make|run|generate|add';
const NONE_FOR_READERS = /, [`"*]*(?:read.only|viewer|reader)[`"*]* (?:no|403|[✗✘❌×—–-])[`"*]*(?=\.|, |$)/i;
const SOME_FOR_READERS = /, [`"*]*(?:read.only|viewer|reader)[`"*]* (?:yes|[✓✔✅])[`"*]*(?=\.|, |$| \()/i;

const KEPT_FROM: readonly RegExp[] = [
  /\b(?:not (?:avail\w+|open|accessible|visible|allowed|permitted)|forbidden|unavail\w+|closed|refused)\b[^.;]{0,30}\b(?:read[- ]?only|reader|viewer)\b/i,
  /\b(?:read[- ]?only|reader|viewer)s?\b[^.;]{0,20}\b(?:cannot|can not|can't|may not|must not|are not (?:allowed|permitted|able)(?: to|(?! to))|have no access|(?:get|receive|obtain|are answered with|are refused with) (?:an? )?(?:HTTP )?`?403|are refused|are rejected)\b(?! (?:write|change|create|modify|update|delete))/i,
];

/** Whether a sentence says that who may do something is looked at before a body, or before a record. */
export const isBefore = (text: string, what: 'body' | 'record'): boolean => {
  const [, even = ''] = EVEN_WHEN.exec(text) ?? [];
  if (AFTER_CREDENTIALS.test(text) && /\b403\b/.test(text)) return true;
  return what === 'body' ? ROLE_BEFORE_BODY.test(text) || OF_BODY.test(even) : OF_NO_RECORD.test(even);
};

const ROLE_BEFORE_BODY =
  /\b(?:roles?|scopes?|permissions?|403)\b[^.;]{0,80}\bbefore\b[^.;]{0,60}\b(?:body|content|payload|anything|everything)\b|\b403\b[^.;]{0,60}\b(?:whatever|no matter what|regardless of what|irrespective of what) (?:\w+ ){1,3}(?:contains?|sends?|says?|asks? for|holds?|is)\b/i;

/** `403 even when the record does not exist or the body is nonsense`, `the role is examined straight after the credential`. */
const EVEN_WHEN = /\b403\b[^.;]{0,60}\beven (?:when|if|where|for|though)\b([^.;]*)/i;
const AFTER_CREDENTIALS =
  /\b(?:roles?|scopes?|permissions?|rights?)\b[^.;]{0,30}\b(?:examined|checked|looked at|verified|considered|decided)\b[^.;]{0,10}\b(?:straight|right|directly|immediately) after the (?:credentials?|keys?|tokens?|authentication)\b/i;
const OF_BODY = /\b(?:body|content|payload)\b/i;
const OF_NO_RECORD =
  /\b(?:does not|doesn['’]t|do not|don['’]t) exist\b|\b(?:unknown|non-?existent|missing)\b|\b(?:is|are) (?:not there|gone)\b/i;
