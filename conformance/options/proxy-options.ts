/** The options of `proxy`. A test holds the table in `conformance/docs/traffic.md` to the rows. */
import { type OptionTable, presence, text, type ValuesOf, whole } from '../../openapi/program/option';
import { serverUrl } from './flag-kinds';
import { OPTIONS } from './options';

export const PROXY_OPTIONS = {
  config: OPTIONS.config,
  env: OPTIONS.env,
  target: {
    flag: '--target <url>',
    help: 'the server behind the proxy, with the prefix of its paths',
    kind: serverUrl,
  },
  port: {
    flag: '--port <number>',
    help: 'port to listen on; 0 takes a free one',
    kind: whole(0, 65_535),
    default: 4011,
  },
  host: {
    flag: '--host <address>',
    help: 'address to listen on',
    // Without an address Node would listen on all.
    kind: text('an address such as 127.0.0.1, or 0.0.0.0 for all'),
    default: '127.0.0.1',
  },
  keepHost: {
    flag: '--keep-host',
    help: "leave the header Host as the client sends it; else it names the target's",
    kind: presence,
    default: false,
  },
  annotate: {
    flag: '--annotate',
    help: 'name what is wrong with a reply in a header of it; each reply then waits until it is judged',
    kind: presence,
    default: false,
  },
  complete: {
    flag: '--complete',
    help: "no client changes the server's records but those that come through the proxy: then deleted and changed records are judged, too",
    kind: presence,
    default: false,
  },
  insecure: OPTIONS.insecure,
  ca: OPTIONS.ca,
  document: OPTIONS.document,
  allowRefs: OPTIONS.allowRefs,
  warnings: OPTIONS.warnings,
  strict: OPTIONS.strict,
  failOn: OPTIONS.failOn,
  learn: OPTIONS.learn,
  choices: OPTIONS.choices,
  minJudged: OPTIONS.minJudged,
  baseline: OPTIONS.baseline,
  updateBaseline: OPTIONS.updateBaseline,
  report: OPTIONS.report,
  reportDir: OPTIONS.reportDir,
  quiet: OPTIONS.quiet,
} as const satisfies OptionTable;

export type ProxyFlags = ValuesOf<typeof PROXY_OPTIONS>;
