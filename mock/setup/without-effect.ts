import { accessOf } from '../control/access';
import type { Options } from './options';

type AdminOptions = Pick<Options, 'admin' | 'adminToken' | 'adminOrigin' | 'host' | 'tlsCert'>;

/** A sentence about options for a control plane that is off. */
export function noticesWithoutEffect(options: AdminOptions): readonly string[] {
  const { kind } = accessOf(options);
  if (kind !== 'off' && kind !== 'health') return [];
  const given = [
    ...(options.adminToken === undefined ? [] : ['The admin token has']),
    ...(options.adminOrigin === undefined ? [] : ['--admin-origin has']),
  ];
  return given.map((what) => `${what} no effect, since the control plane is off.`);
}
