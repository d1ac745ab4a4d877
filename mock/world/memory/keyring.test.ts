import { describeKeyring } from '../stores/keyring.behaviour';
import { createMemoryKeyring } from './keyring';

describeKeyring('a keyring in memory', createMemoryKeyring);
