import { type Contract, createMatcher, memoized, type Operation } from '../../openapi/contract';
import { splitTarget } from '../pipeline/identify';
import { isControl } from './plane';

/** The operations of a contract whose paths begin as those of the control plane do, and what finds them. */
const inControl = memoized(({ prefix, operations }: Contract) => {
  const own: readonly Operation[] = operations.filter(({ path }) => isControl(prefix + path));
  return { own, match: createMatcher({ prefix, operations: own }) };
});

/** Whether a target of the control plane's is a path of the contract's own: that one goes before. */
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
      'the control plane, of which the console and connectMock may need some. mock.faults and the like are as ever.',
  ];
}
