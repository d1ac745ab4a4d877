import { type Contract, type Operation, own } from '../../openapi/contract';
import { isSafe, type Request } from '../exchange/exchange';
import { type Known, keyOf } from '../records/records';
import type { Given } from '../requests/given';
import { isGiven, isNamedBy } from '../steps/paths';
import type { Hazard } from '../verdict/result';
import type { CreatedList } from './cleaning';
import type { RunOptions } from './options';

/** The hazards of a contract that a run does not call: an operation that the user has chosen by its name is called. */
export const notCalledOf = (
  contract: Contract,
  { operations, included = [] }: Pick<RunOptions, 'operations' | 'included'>,
): readonly Hazard[] =>
  hazardsOf(contract).filter(({ operation: { id } }) => ![...operations, ...included].includes(id));

/**
 * The operations of a contract that may end or cripple the server, or the run's own access to it, by their method, path, id
 * and summary. What is done to a record that the run makes for it is no hazard, such as to delete or to cancel an order.
 */
export function hazardsOf(contract: Contract): readonly Hazard[] {
  return contract.operations.flatMap((operation) => {
    const seen = lookAt(operation, contract);
    const why = HAZARDS.find((row) => isOf(row, seen))?.why;
    return why === undefined ? [] : [{ operation, why }];
  });
}

/** What of an operation tells whether it is a hazard; words are in lower case, with a blank between them. */
interface Seen {
  readonly method: Operation['method'];
  /** The fixed segments of the path, the last one last. */
  readonly segments: readonly string[];
  /** The last segment and its last word, the id and the summary: one of them begins with the deed. */
  readonly deeds: readonly string[];
  /** The id, where the document has one, and the summary. */
  readonly told: readonly string[];
  readonly summary: string;
  /** What the path names: nothing, a record of a kind that the run can create, or one that was there before. */
  readonly names: 'nothing' | 'own' | 'foreign';
  /** Whether records have their paths below this one; the same, or it lists them. */
  readonly hasItems: boolean;
  readonly isCollection: boolean;
  readonly isOfItem: boolean;
}

/** Which operations are a hazard: those for which all holds that a row says. */
interface HazardRow {
  readonly why: string;
  /** What it does: what the words begin with that tell it, with a bar between them. */
  readonly deed?: string;
  /** The last fixed segment of the path; the one before it, or none; any of them, the id or the summary. */
  readonly last?: RegExp;
  readonly before?: RegExp;
  readonly any?: RegExp;
  readonly summary?: RegExp;
  /** What the last two segments and the summary may not say. */
  readonly unless?: RegExp;
  /** Left out: all but those that only read (RFC 9110 §9.2.1). */
  readonly methods?: readonly Operation['method'][];
  /** What the path may name; left out: nothing, or a record that is not the run's own. */
  readonly names?: readonly Seen['names'][];
  readonly hasItems?: boolean;
  readonly isCollection?: boolean;
  readonly isOfItem?: boolean;
}

/** What stands before a deed that is done to the server as a whole. */
const OF_SERVER =
  /^(|server|service|instance|system|process|node|cluster|app|application|host|daemon|admin|api|management|actuator|v\d+)$/;
const OF_STATE =
  /^(|server|system|admin|api|v\d+|backups?|snapshots?|dumps?|states?|databases?|archives?|settings|configuration|schema)$/;
/** Those who may be the client itself, and what lets them in. */
const ACCESS =
  /\b((user|account|member|admin|session|token|credential|secret|client|tenant|workspace)s?|identit(y|ies)|keys|api key)$|^o?auth2?$/;
const USER = /\b((user|account|member|admin)s?|identit(y|ies))$/;
const RIGHTS = /^(credentials?|roles?|permissions?|privileges?|scopes?|groups?)$/;
const CALLER = /^(me|self|myself|current|(current|my) (user|account|profile)|account|profile|whoami)$/;
const ENDING = 'shutdown|poweroff|halt|reboot|restart|stop|terminate|kill|quit|exit|suspend|hibernate|drain|offline';
const WIPING = 'reset|purge|wipe|truncate|erase|clear|flush all|flushall|flushdb|factory reset|drop';
/** What may be emptied or set anew: it holds no records, or those of the caller. */
const OWN_STATE = /\b(cached?s?|password)\b|^(cart|basket|search|filters?)$/;
/** What is kept of deeds, such as requests for them. */
const OF_DEEDS = /\b(requests|events|windows|schedules|policies|rules)$/;
const ANY = ['nothing', 'own', 'foreign'] as const;

/** The first row that fits is told. */
const HAZARDS: readonly HazardRow[] = [
  {
    why: 'may stop the server or put it out of service',
    deed: 'shutdown|poweroff|halt|reboot',
    unless: OF_DEEDS,
    names: ['nothing'],
  },
  {
    why: 'may stop what others have started',
    deed: ENDING,
    any: /\b(all|every)\b/,
    names: ['nothing'],
  },
  {
    why: 'may stop the server or put it out of service',
    deed: ENDING,
    before: OF_SERVER,
    unless: OF_DEEDS,
    names: ['nothing'],
  },
  {
    why: 'may stop the server or put it out of service',
    last: /^(upgrade|power( state)?)$/,
    before: OF_SERVER,
    names: ['nothing'],
    hasItems: false,
  },
  {
    why: 'may stop the server or put it out of service',
    deed: ENDING,
    summary: /\b(server|system|application|node|cluster|daemon|host|machine)\b/,
  },
  {
    why: 'may stop the server or put it out of service',
    deed: ENDING,
    any: /\b(servers?|nodes?|hosts?|clusters?|machines?|daemons?|brokers?)$/,
    names: ['foreign'],
  },
  {
    why: 'may put the server out of service',
    last: /^(maintenance|maintenance mode|read ?only|read only mode|offline mode)$/,
    hasItems: false,
  },
  {
    why: 'may put the server out of service',
    deed: 'enable|activate|start|enter|begin|set|turn on|toggle',
    any: /\bmaintenance( mode)?$/,
    unless: OF_DEEDS,
    names: ['nothing'],
  },
  {
    why: "may end the run's own session",
    deed: 'logout|logoff|signout|signoff',
    names: ANY,
  },
  {
    why: "may end the run's own session",
    last: /^(logout|logoff|signout|signoff)$/,
    names: ANY,
  },
  {
    why: "may change the run's own credentials",
    last: /\b(password|passwd|passphrase|2fa|mfa|otp|totp)\b/,
    unless: /\b(forgot|forgotten|request|verify|check|validate|policy|policies|strength|rules?)\b/,
  },
  {
    why: "may change the access of a user that is not the run's own",
    last: RIGHTS,
    before: USER,
    names: ['foreign'],
  },
  {
    why: "may take away the run's own access",
    deed: 'revoke|invalidate|deauthorize|rotate|regenerate|roll|expire|terminate',
    any: ACCESS,
  },
  {
    // Which record that is depends on whether one can be created: it may be the client's own.
    why: "may take away the run's own access",
    deed: 'suspend|deactivate|disable|lock|ban|block|demote|terminate|archive|anonymi[sz]e',
    any: ACCESS,
    names: ANY,
  },
  {
    why: "may end the run's own session",
    methods: ['DELETE'],
    last: /\b(sessions?|tokens?)$/,
  },
  {
    why: "may change or delete the run's own account",
    methods: ['PUT', 'PATCH', 'DELETE'],
    last: CALLER,
    names: ['nothing'],
  },
  {
    why: "may change or delete the run's own account",
    last: /^(e ?mail|username|roles?|permissions?|scopes?|status|tokens?|(api )?keys?|delete|close|deactivate)$/,
    before: CALLER,
    names: ['nothing'],
  },
  {
    why: "may change or delete the run's own account",
    deed: 'update|change|edit|modify|delete|remove|deactivate|disable|close|replace|set|patch',
    summary:
      /^\w+ (the |an? )?(currently )?(current|logged in|authenticated|signed in|your|own|my) (user|account|profile)\b/,
    names: ['nothing'],
  },
  {
    why: 'may change the settings of the whole server',
    last: /(^| )(settings?|config|configs|configurations?|licen[sc]e|log ?level)$/,
    names: ['nothing'],
    hasItems: false,
  },
  {
    why: 'may change the settings of the whole server',
    last: /(^| )mode$/,
    before: OF_SERVER,
    names: ['nothing'],
    hasItems: false,
  },
  {
    why: 'may change the settings of the whole server',
    methods: ['PUT', 'PATCH', 'DELETE'],
    before: /^(settings|config|configuration)$/,
    unless: /^(theme|language|locale|appearance)$/,
    names: ['nothing'],
    hasItems: false,
  },
  {
    why: 'may delete records that are not those of the run',
    methods: ['GET', 'POST', 'PUT', 'PATCH'],
    deed: WIPING,
    unless: OWN_STATE,
    names: ['nothing'],
  },
  {
    why: 'may delete records that are not those of the run',
    methods: ['POST', 'PUT', 'PATCH'],
    last: /^(reset|purge|wipe|truncate|erase|clear)$/,
    names: ['foreign'],
  },
  {
    why: 'may replace the state of the whole server',
    deed: 'restore|rollback|import|recover',
    before: OF_STATE,
    names: ['nothing'],
  },
  {
    why: 'may delete records that are not those of the run',
    methods: ['DELETE'],
    isCollection: true,
    isOfItem: false,
  },
  {
    // Those that its body names.
    why: 'may delete records that are not those of the run',
    methods: ['POST', 'PUT', 'PATCH'],
    last: /^((bulk|batch|mass|multi) )?(delete|remove|destroy)( all\b.*| (bulk|batch|many|multiple|by ids?))?$/,
    names: ['nothing'],
  },
  {
    why: 'may delete records that are not those of the run',
    methods: ['DELETE'],
    any: /\b(all|every|everything|bulk|multiple|many)\b/,
    isOfItem: false,
  },
  {
    why: 'may delete records that are not those of the run',
    methods: ['DELETE'],
    last: /^(workspace|tenant|organi[sz]ation|database|instance|server|system)$/,
    names: ['nothing'],
    isOfItem: false,
  },
  {
    why: "may change the run's own account",
    methods: ['PUT', 'PATCH'],
    last: ACCESS,
    isCollection: true,
    isOfItem: false,
  },
];

const SAFE: readonly Operation['method'][] = ['GET', 'HEAD', 'OPTIONS', 'TRACE'];
/** How the id or the summary of an operation begins that only reads, whatever its method. */
const READS =
  /^(get|list|find|search|read|retrieve|fetch|count|query|check|validate|preview|verify|show|estimate)s?( |$)/;

function isOf(row: HazardRow, seen: Seen): boolean {
  const { method, segments, deeds, told, summary, names, hasItems, isCollection, isOfItem } = seen;
  // What stands below `actions` is done to what stands above it.
  const [last = '', before = ''] = segments
    .toReversed()
    .filter((segment, index) => index === 0 || segment !== 'actions');
  // A GET that does something has the deed for its path; one of several things lists them.
  const done = method === 'GET' ? [last] : deeds;
  if (method === 'GET' ? row.deed === undefined || isOfItem || last.endsWith('s') : SAFE.includes(method)) return false;
  return (
    (row.methods?.includes(method) ?? true) &&
    (row.deed === undefined || done.some((text) => isDeed(text, row.deed))) &&
    (row.last?.test(last) ?? true) &&
    (row.before?.test(before) ?? true) &&
    (row.any === undefined || [...segments, ...told].some((text) => row.any?.test(text))) &&
    (row.summary?.test(summary) ?? true) &&
    (row.unless === undefined || ![before, last, summary].some((text) => row.unless?.test(text))) &&
    (row.names ?? ['nothing', 'foreign']).includes(names) &&
    (row.hasItems ?? hasItems) === hasItems &&
    (row.isCollection ?? isCollection) === isCollection &&
    (row.isOfItem ?? isOfItem) === isOfItem
  );
}

/** Whether a text begins with one of some deeds, in whatever form of the word. */
const isDeed = (text: string, deeds = ''): boolean =>
  deeds.split('|').some((word) => text.startsWith(word) && FORM.test(text.slice(word.length)));

const FORM = /^(e?s|e?d|p?ped|p?ping|t?ting|ing)?( |$)/;

function lookAt({ id, method, path, summary }: Operation, contract: Contract): Seen {
  const whole = path.replace(/\/$/, '');
  const segments = segmentsOf(whole);
  const isOfItem = whole.slice(whole.lastIndexOf('/')).includes('{');
  const last = segments.at(-1) ?? '';
  const told = [id.startsWith(`${method} `) ? '' : wordsOf(id), wordsOf(summary)];
  const hasItems = contract.operations.some((other) => other.path.startsWith(`${whole}/{`));
  const isReading = told.some((text) => READS.test(text));
  return {
    method,
    segments,
    // What an item's path ends with before its parameter is the name of a collection.
    deeds: isReading ? [] : [...(isOfItem ? [] : [last, last.split(' ').at(-1) ?? '']), ...told],
    told,
    summary: wordsOf(summary),
    names: namedBy(path, contract),
    hasItems,
    isCollection: hasItems || isList(path, contract),
    isOfItem,
  };
}

/** The fixed segments of a path, in words. */
const segmentsOf = (path: string): readonly string[] =>
  path
    .split('/')
    .slice(1)
    .filter((segment) => !segment.includes('{'))
    .map(wordsOf);

const isList = (path: string, { resources }: Contract): boolean =>
  resources.some(({ collectionPath }) => collectionPath === path);

/**
 * What the last of a path's parameters names that names a record. Of records that can be seen none but those of the run are
 * changed or deleted, though it knows no way to create one.
 */
function namedBy(path: string, { resources }: Contract): Seen['names'] {
  if (!path.includes('{')) return 'nothing';
  const [innermost] = resources
    .filter(({ itemPath }) => itemPath !== undefined && (path === itemPath || path.startsWith(`${itemPath}/`)))
    .toSorted((one, other) => (other.itemPath?.length ?? 0) - (one.itemPath?.length ?? 0));
  const { create, read, list } = innermost?.operations ?? {};
  const isSeen = path === innermost?.itemPath && (read ?? list) !== undefined;
  return create !== undefined || isSeen ? 'own' : 'foreign';
}

/**
 * Whether a request changes who is let in, or what they may, and does so to a record that was there before the run: it may be
 * that of the client. What the user has named is meant.
 */
export function isForeignAccess(
  request: Request,
  known: Known,
  made: CreatedList,
  given: Given,
  { resources }: Contract,
): boolean {
  const { operation, path } = request;
  if (isSafe(request) || known.purposeOf(operation)?.role === 'create') return false;
  const [innermost] = resources
    .filter((resource) => isNamedBy(resource, operation, resource.idParameter?.name ?? ''))
    .toSorted((one, other) => (other.itemPath?.length ?? 0) - (one.itemPath?.length ?? 0));
  const { collectionPath = '', idParameter } = innermost ?? {};
  if (innermost === undefined || idParameter === undefined || isGiven(given, request, idParameter.name)) return false;
  const isSeen = known.collection(innermost, path).records.has(keyOf(own(path, idParameter.name)));
  if (!isSeen || made.has(request)) return false;
  const above = collectionPath.slice(0, collectionPath.lastIndexOf('/'));
  return segmentsOf(operation.path.slice(above.length)).some((segment) => ACCESS.test(segment) || RIGHTS.test(segment));
}

/** `logOutUser` and `log-out.json` are the words "logout user" and "logout". */
const wordsOf = (text: string): string =>
  text
    .replace(/\.(json|xml)$/, '')
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase()
    .replaceAll(/\b(log|sign|shut|power|roll)s? (out|off|down|back)\b/g, '$1$2');
