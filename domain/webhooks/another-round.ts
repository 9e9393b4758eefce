/** What a delivery becomes when somebody asks for it again: due at once with a whole round, whatever became of those before; its answers stay. */
export const anotherRound = (at: Date) =>
  ({ status: 'PENDING', roundAttempts: 0, deliveredAt: null, nextAttemptAt: at }) as const;
