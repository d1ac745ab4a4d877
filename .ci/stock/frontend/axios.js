// sample: frontend-axios
