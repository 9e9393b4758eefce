import { randomBytes } from 'node:crypto';

/** A fresh id of an event, what receivers deduplicate by: `evt_` and 32 hexadecimal digits. */
export const newEventId = (): string => `evt_${randomBytes(16).toString('hex')}`;
