import type { AllowanceHeaders, AllowanceRole } from '../model/allowance';
import type { Operation } from '../model/operation';

/** The header of each role; the first reply that has one names it for all. */
export function findAllowanceHeaders(operations: readonly Operation[]): AllowanceHeaders {
  const headers = operations.flatMap(({ replies }) => replies).flatMap((reply) => reply.headers);
  const nameOf = (role: AllowanceRole) => headers.find(({ allowance }) => allowance === role)?.name;
  return { limit: nameOf('limit'), remaining: nameOf('remaining'), reset: nameOf('reset') };
}
