// sample: session-for-each-test
