import { accessOf } from '../control/access';
import type { Options } from './options';

type EffectOptions = Pick<Options, 'admin' | 'adminToken' | 'adminOrigin' | 'host' | 'tlsCert'>;

/** A sentence about each option for what is off. */
export function noticesWithoutEffect(options: EffectOptions): readonly string[] {
  const { kind } = accessOf(options);
  if (kind !== 'off' && kind !== 'health') return [];
  const given = [
    ...(options.adminToken === undefined ? [] : ['The admin token has']),
    ...(options.adminOrigin === undefined ? [] : ['--admin-origin has']),
  ];
  return given.map((what) => `${what} no effect, since the control plane is off.`);
}
