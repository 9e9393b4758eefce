import { quietKinds, quietSeconds } from '../../domain/conversation/waiting.ts';
import type { Part } from './ordered-list.ts';

/** Rows that something keeps from going on: what every run passes through counts only once it lasts longer than usual. */
export const isWaiting: Part = {
  where: `waiting_kind is not null and (waiting_kind not in (?) or waiting_since < now() - ? * interval '1 second')`,
  values: [quietKinds, quietSeconds],
};

/** All other rows. */
export const isMoving: Part = { where: `not coalesce(${isWaiting.where}, false)`, values: isWaiting.values };
