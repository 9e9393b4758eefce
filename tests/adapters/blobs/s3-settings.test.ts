import { expect, test } from 'vitest';
import { openBlobs } from '../../../adapters/blobs/open-blobs.ts';
import { s3Settings } from '../../../adapters/blobs/s3-settings.ts';

test('a bucket alone is one of AWS, and a server of one’s own has the bucket in the path', () => {
  expect(s3Settings('s3://months')).toEqual({
    bucket: 'months',
    prefix: '',
    endpoint: undefined,
    publicEndpoint: undefined,
    region: undefined,
    isPathStyle: false,
  });
  const url =
    's3://months/lavra/production/?endpoint=https%3A%2F%2Fminio.example%3A9000&path-style=false&region=sa-east-1';
  expect(s3Settings(url)).toMatchObject({
    prefix: 'lavra/production/',
    endpoint: 'https://minio.example:9000',
    region: 'sa-east-1',
    isPathStyle: false,
  });
  expect(s3Settings('s3://months?endpoint=http%3A%2F%2F10.0.0.1%3A9000')).toMatchObject({
    region: 'us-east-1',
    isPathStyle: true,
  });
});

test('credentials in the address are refused, and not repeated', () => {
  expect(() => openBlobs('s3://AKIA:hush@months/lavra')).toThrow(/^(?!.*hush).*AWS_ACCESS_KEY_ID/);
});

test.each(['s3:///lavra', 's3://months:9000/lavra', 's3://months?endpint=x', 's3://months?endpoint=ftp%3A%2F%2Fx'])(
  '%s is refused',
  (url) => {
    expect(() => openBlobs(url)).toThrow('LAVRA_BLOBS');
  },
);
