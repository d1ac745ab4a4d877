import {
  type InputsOf,
  type OptionKind,
  type OptionRow,
  type OptionTable,
  whole,
} from '../../../openapi/program/option';
import { token } from '../../setup/option-kinds';

/** The options of `connectMock`. */
export const CONNECT_OPTIONS = {
  /** The token that the mock's control plane requires, if it was started with one. */
  adminToken: { help: 'token that the control plane requires', kind: token, isSecret: true },
  /** Milliseconds to wait for each answer of the control plane. Default: 10000. */
  timeoutMs: {
    help: 'milliseconds to wait for each answer of the control plane',
    kind: whole(1, 600_000),
    default: 10_000,
  },
} as const satisfies OptionTable<OptionRow<OptionKind<unknown, unknown>>>;

/** What `connectMock` takes. */
export type ConnectOptions = InputsOf<typeof CONNECT_OPTIONS>;
