// sample: frontend-wait
