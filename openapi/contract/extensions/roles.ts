import type { AllowanceRole } from '../model/allowance';
import type { ErrorRole } from '../model/error-envelope';
import { extensionOf } from './vocabulary';

/** `x-allowance` of a response header. */
export function readAllowanceRole(header: Readonly<Record<string, unknown>>): AllowanceRole | undefined {
  return extensionOf(header, 'x-allowance');
}

/** `x-error` of a property of the error body. */
export function readErrorRole(property: Readonly<Record<string, unknown>>): ErrorRole | undefined {
  return extensionOf(property, 'x-error');
}
