import { fileURLToPath } from 'node:url';
import { runFloorWorker } from '../../floor-worker.ts';
import { floorActivities } from './activities.ts';

/** `node worker.ts <address> <task queue>`: a process with the tuning of the product's worker, which SIGTERM ends. */
const [, , address = '', taskQueue = ''] = process.argv;
const workflowsPath = fileURLToPath(new URL('./workflow.ts', import.meta.url));
await runFloorWorker({ address, taskQueue, activities: floorActivities, workflowsPath });
