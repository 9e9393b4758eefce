import { fileURLToPath } from 'node:url';
import { readEnv } from '../../../config/env.ts';
import { runFloorWorker } from '../../floor-worker.ts';
import { createSingleActivities } from './activities.ts';

/** `node worker.ts <address> <task queue> <url>`: a process with the tuning of the product's worker, which SIGTERM ends. */
const [, , address = '', taskQueue = '', url = ''] = process.argv;
const activities = await createSingleActivities({ databaseUrl: readEnv().databaseUrl, url });
const workflowsPath = fileURLToPath(new URL('./workflow.ts', import.meta.url));
await runFloorWorker({ address, taskQueue, activities, workflowsPath });
process.exit(0); // connections to database and receiver are still open
