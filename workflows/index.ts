export * from './distribution.ts';
export * from './emission.ts';
export * from './fiscal-event.ts';
export * from './inutilization.ts';
export * from './invitation.ts';
export * from './reconciliation.ts';
export * from './webhook-delivery.ts';
export * from './webhook-retention.ts';
