import type { JsonObject } from '../json/object';
import type { AllowanceRole } from '../model/allowance';
import type { ErrorRole } from '../model/error-envelope';
import { extensionOf } from './vocabulary';

/** `x-allowance` of a response header. */
export function readAllowanceRole(header: JsonObject): AllowanceRole | undefined {
  return extensionOf(header, 'x-allowance');
}

/** `x-error` of a property of the error body. */
export function readErrorRole(property: JsonObject): ErrorRole | undefined {
  return extensionOf(property, 'x-error');
}
