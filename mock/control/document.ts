import {
  CONTROL_DOCUMENT,
  type Contract,
  contractFrom,
  createMatcher,
  jsonMediaType,
  type Match,
  memoized,
  type Operation,
  once,
  type Schema,
} from '../../openapi/contract';
import { packageText } from '../pages/pages';
import { splitTarget } from '../pipeline/identify';

/** Where the control plane's document lies, from the package's root. */
export const CONTROL_PATH = 'openapi/control.yaml';

/** The control plane's own contract, and its matcher. */
export interface Control {
  readonly contract: Contract;
  readonly match: (method: string, path: string) => Match;
}

/** Parsed once, on first use, since many runs never use it. */
export const readControl = once(async (): Promise<Control> => {
  const contract = await contractFrom(CONTROL_DOCUMENT, packageText(CONTROL_PATH));
  return { contract, match: createMatcher(contract) };
});

/** The schema of the bodies of an operation of the control plane. */
export async function bodySchemaOf(method: string, path: string): Promise<Schema> {
  const { contract } = await readControl();
  const operation = contract.operations.find((one) => one.method === method && one.path === path);
  return jsonMediaType(operation?.body?.content ?? [])?.schema ?? {};
}

/** Whether a target belongs to the control plane, whose document has the server `/__admin`. */
export const isControl = (target: string): boolean =>
  target.includes('/__admin') && /^(https?:\/\/[^/?#]*)?\/__admin(?=[/?#]|$)/i.test(target);

/** Whether a target is the health of the mock, which every client may ask for. */
export const isHealth = (target: string): boolean =>
  isControl(target) && /^(https?:\/\/[^/?#]*)?\/__admin\/health(?=[/?#]|$)/i.test(target);

/** The operations of a contract whose paths begin as those of the control plane do, and what finds them. */
const inControl = memoized(({ prefix, operations }: Contract) => {
  const own: readonly Operation[] = operations.filter(({ path }) => isControl(prefix + path));
  return { own, match: createMatcher({ prefix, operations: own }) };
});

/** Whether a target of the control plane is a path of the contract's own, which takes precedence. */
export function isShadowed(contract: Contract, method: string, target: string): boolean {
  const { own, match } = inControl(contract);
  if (own.length === 0) return false;
  return match(method, splitTarget(target).path).kind !== 'unknownPath';
}

/** A sentence about a contract that hides a part of the control plane. */
export function noticesOfShadowed(contract: Contract): readonly string[] {
  const [first] = inControl(contract).own;
  if (first === undefined) return [];
  return [
    `The document has paths below /__admin, such as ${first.method} ${contract.prefix}${first.path}: they go before those of ` +
      'the Admin API, of which the console and connectMock may need some. mock.faults and the like are as ever.',
  ];
}
