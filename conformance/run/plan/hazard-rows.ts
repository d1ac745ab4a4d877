import type { Operation } from '../../../openapi/contract';

/**
 * What a path names: nothing, a record of a kind that the run can create, of one that it can see and not create, or one that
 * was there before.
 */
export type Named = 'nothing' | 'own' | 'seen' | 'foreign';

/** Which operations are a hazard: those for which all holds that a row says. */
export interface HazardRow {
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
  readonly names?: readonly Named[];
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
export const ACCESS =
  /\b((user|account|member|admin|session|token|credential|secret|client|tenant|workspace)s?|identit(y|ies)|keys|api key)$|^o?auth2?$/;
export const USER = /\b((user|account|member|admin)s?|identit(y|ies))$/;
export const RIGHTS = /^(credentials?|roles?|permissions?|privileges?|scopes?|groups?)$/;
const CALLER = /^(me|self|myself|current|(current|my) (user|account|profile)|account|profile|whoami)$/;
const ENDING = 'shutdown|poweroff|halt|reboot|restart|stop|terminate|kill|quit|exit|suspend|hibernate|drain|offline';
const WIPING = 'reset|purge|wipe|truncate|erase|clear|flush all|flushall|flushdb|factory reset|drop';
/** What may be emptied or set anew: it holds no records, or those of the caller. */
const OWN_STATE = /\b(cached?s?|password)\b|^(cart|basket|search|filters?)$/;
/** What is kept of deeds, such as requests for them. */
const OF_DEEDS = /\b(requests|events|windows|schedules|policies|rules)$/;
const ANY = ['nothing', 'own', 'seen', 'foreign'] as const;

/** The first row that fits is told. */
export const HAZARDS: readonly HazardRow[] = [
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
    // One that can only be seen may be the client's own; one that the run has created is not.
    why: "may take away the run's own access",
    deed: 'suspend|deactivate|disable|lock|ban|block|demote|terminate|archive|anonymi[sz]e',
    any: ACCESS,
    names: ['nothing', 'seen', 'foreign'],
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
    last: /^((bulk|batch|mass|multi) )?(delete|remove|destroy)( all\b.*|.* query\b.*| (bulk|batch|many|multiple|by ids?))?$/,
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
