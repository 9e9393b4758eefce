export const floorActivities = {
  prepare: async (): Promise<string> => 'ready',
  authorize: async (): Promise<string> => 'AUTHORIZED',
};
export type FloorActivities = typeof floorActivities;
