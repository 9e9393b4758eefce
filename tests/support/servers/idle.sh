#!/bin/sh
# Stands in for a server that runs already: lives until it is killed.
exec sleep 3600
