import type { Engine } from '../pipeline/model';
import type { Access } from './access';

/** What the control plane knows beyond what a request to the API needs. */
export interface ControlEngine extends Engine {
  /** Who may use it. */
  readonly access: Access;
  /** When the mock was made, by `performance.now()`. */
  readonly startedAt: number;
}
