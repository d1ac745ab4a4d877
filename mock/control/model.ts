import type { Engine } from '../pipeline/model';
import type { Access } from './access';

/** What the control plane needs in addition to the request pipeline. */
export interface ControlEngine extends Engine {
  /** Who may use the control plane. */
  readonly access: Access;
  /** When the mock was made, by `performance.now()`. */
  readonly startedAt: number;
}
