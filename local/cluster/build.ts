import { clusterPrograms } from './programs.ts';

/** `npm exec -- node local/cluster/build.ts`: gets the programs of a Temporal cluster, and says where they are. */
const print = (line: string): void => void process.stdout.write(`${line}\n`);
const { server, sqlTool } = await clusterPrograms(undefined, print);
print(`${server}\n${sqlTool}`);
